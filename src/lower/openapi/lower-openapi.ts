import { field, keyOrigin, text, valueOrigin } from "../../definition/node.ts";
import { type Code, type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { OpenApiDocument, Operation, RefusedOperation } from "../../document/openapi/operation.ts";
import type { Resolved } from "../../environment/resolved.ts";
import type { Overrides } from "../../project/config.ts";
import type { Connection } from "../../runtime/binding.ts";
import { originOfValue } from "../../source/tree.ts";
import { annotationsOfMethod } from "../annotate.ts";
import { choose } from "../choose.ts";
import { connectionOf } from "../connection.ts";
import type { Draft, Lowered, NameWish } from "../draft.ts";
import { finishDraft } from "../finish-draft.ts";
import { nameFromPath, overridesOf } from "../name-tools.ts";
import type { DocumentSchemas } from "../schema-source.ts";
import type { Selectable } from "../select.ts";
import { lowerInput } from "./operation-input.ts";
import { lowerOutput } from "./operation-output.ts";
import { type Security, securityOf } from "./security.ts";
import { isPlaceholder, serverBindings } from "./servers.ts";

const severalOperations: Code<{ tool: string; operations: readonly string[] }> = {
  code: "several-operations",
  severity: "error",
  message: ({ tool, operations }) => `The document of the tool "${tool}" has ${operations.length} operations: ${nameList(operations)}.`,
  help: "An openApiTool is one operation. Give the tool the name of the one that is meant, or make an openApiToolset of the document.",
};

export const openApiCodes: readonly Code<never>[] = [severalOperations];

/** An operation as selectors see it; `operation` is `undefined` where the document's check refused it. */
export interface Listed extends Selectable {
  readonly operation: Operation | undefined;
}

export interface OpenApiSettings {
  readonly overrides: Overrides | undefined;
  readonly schemas: DocumentSchemas;
}

/** One tool an operation; of an openApiTool, the one operation that it is. */
export function lowerOpenApi(
  resolved: Resolved,
  document: OpenApiDocument,
  { overrides, schemas }: OpenApiSettings,
): Outcome<Lowered | undefined> {
  const { body, node, resource } = resolved.definition;
  const own = resource === "tool" ? theOperation(resolved, document) : undefined;
  if (own !== undefined && own.value === undefined) return { value: undefined, diagnostics: own.diagnostics };
  const all = own?.value ?? listOperations(document);
  const choice = choose(all, overrides, keyOrigin(node));
  const operations = choice.value.chosen.flatMap(({ operation }) => operation ?? []);
  const ids = new Map(all.map(({ key, id }) => [key, id]));
  const apiAuthentication = field(body, "apiAuthentication");
  const security = securityOf(document, operations, { isDefined: apiAuthentication !== undefined, overrides, place: keyOrigin(node) });
  const diagnostics: Diagnostic[] = [...choice.diagnostics, ...security.diagnostics];

  const drafts = operations.map((operation) => {
    const id = ids.get(operation.key) ?? operation.key;
    const ofTool = overridesOf(overrides, id, operation.key);
    const input = lowerInput(operation, { schemas, body: overrides?.body ?? "merged", overrides: ofTool, id });
    diagnostics.push(...input.diagnostics);
    return finishDraft(draftOf({ operation, id, input: input.value, security: security.value }, schemas), ofTool, choice.value);
  });
  const description = resource === "tool" ? text(field(body, "description"))?.trim() : undefined;
  const value: Lowered = {
    connection: openApiConnection(resolved, document, security.value),
    wishes: all.map((listed) => ({
      key: listed.key,
      id: listed.id,
      name: (resource === "tool" && text(field(body, "name"))) || wishedName(listed),
    })),
    drafts: description ? drafts.map((draft) => ({ ...draft, description })) : drafts,
    library: schemas,
    tags: document.tags,
    account: {
      operations: resource === "tool" ? all.length : document.operationCount,
      excluded: choice.value.excluded.size,
      webhooks: document.webhookCount,
      callbacks: document.callbackCount,
    },
  };
  return { value, diagnostics };
}

/** Every operation of a document in its order, those that were refused at the end. Their ids are unique even where operationIds are not. */
export function listOperations({ operations, refused }: Pick<OpenApiDocument, "operations" | "refused">): Listed[] {
  const all: (Operation | RefusedOperation)[] = [...operations, ...refused];
  const counts = new Map<string, number>();
  for (const { operationId } of all) if (operationId !== undefined) counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  return all.map((each): Listed => {
    const { key, operationId, tags } = each;
    const id = operationId !== undefined && operationId !== "" && counts.get(operationId) === 1 ? operationId : key;
    const operation = "method" in each ? each : undefined;
    return { id, key, method: operation?.method ?? key.slice(0, key.indexOf(" ")), tags, operation };
  });
}

/** An operation without a name of its own is called by its method and path. */
function wishedName({ id, key }: Listed): NameWish["name"] {
  const space = key.indexOf(" ");
  return id === key ? nameFromPath(key.slice(0, space), key.slice(space + 1)) : id;
}

function theOperation({ definition: { body, name, node } }: Resolved, document: OpenApiDocument): Outcome<Listed[] | undefined> {
  const all = listOperations(document);
  if (all.length <= 1) return { value: all, diagnostics: [] };
  const wanted = text(field(body, "name")) ?? name;
  const named = all.filter(({ id, key }) => id === wanted || key === wanted);
  if (named.length === 1) return { value: named, diagnostics: [] };
  const place = valueOrigin(field(body, "openApiSchema") ?? node);
  const ids = all.map(({ id }) => id);
  const near = nearest(wanted, ids);
  const operations = near === undefined ? ids : [near, ...ids.filter((id) => id !== near)];
  return {
    value: undefined,
    diagnostics: [diagnostic(severalOperations, { tool: name, operations }, place, { tool: name })],
  };
}

function openApiConnection(resolved: Resolved, document: OpenApiDocument, { schemes }: Security): Connection {
  const connection = connectionOf(resolved, { servers: [], securitySchemes: schemes });
  const { body, member } = resolved.definition;
  if (field(body, "url") !== undefined) return connection;
  const definition = { ...connection.definition };
  if (document.servers.some(isPlaceholder)) definition[member] = { url: "$env_var", ...Object(definition[member]) };
  return { ...connection, definition, servers: serverBindings(document.servers) };
}

interface OperationParts {
  readonly operation: Operation;
  readonly id: string;
  readonly input: ReturnType<typeof lowerInput>["value"];
  readonly security: Security;
}

function draftOf({ operation, id, input, security }: OperationParts, schemas: DocumentSchemas): Draft {
  const { output, form, responses } = lowerOutput(operation, schemas);
  const servers = operation.servers === undefined ? [] : serverBindings(operation.servers);
  return {
    key: operation.key,
    id,
    title: operation.summary.trim(),
    description: operation.description.trim() || operation.summary.trim(),
    input: input.input,
    output,
    annotations: annotationsOfMethod(operation.method),
    approval: operation.method === "DELETE" ? "required" : "none",
    tags: operation.tags,
    deprecated: operation.deprecated,
    lazy: false,
    metadata: {},
    trim: { pick: [], maxBytes: null },
    binding: {
      transport: "http",
      method: operation.method,
      path: operation.path,
      servers: servers.length === 0 ? null : servers,
      parameters: input.parameters,
      body: input.body,
      responses,
      output: form,
      security: security.of(operation),
    },
    origin: originOfValue(operation.node.tree, operation.node.path),
  };
}
