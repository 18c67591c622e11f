import { field, keyOrigin, stringValue } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { OpenApiDocument, OpenApiServer, Operation, Response } from "../../document/openapi/read/operation.ts";
import type { Resolved } from "../../environment/resolved.ts";
import { annotationsOfMethod } from "../../ir/method-annotations.ts";
import { unsendableMethods } from "../../ir/unsendable-methods.ts";
import type { Overrides } from "../../project/config/config.ts";
import type { Endpoint, HttpBinding, Server as ServerBinding } from "../../runtime/binding.ts";
import type { SchemaLibrary } from "../../schema/schema-library.ts";
import { isObject, member } from "../../source/json/json.ts";
import { placeholder } from "../../source/text/placeholder.ts";
import { originOfKey, originOfValue, valueAt } from "../../source/tree.ts";
import type { Draft, Lowered, RequestedName } from "../draft.ts";
import { endpointOf } from "../endpoint.ts";
import { finishDraft } from "../finish-draft.ts";
import { nameFromPath } from "../names/name-tools.ts";
import { argumentsIn, type ListFacts, membersIn, plainName } from "../pages/list-facts.ts";
import { lowerPages } from "../pages/lower-pages.ts";
import { type LoweredWaiting, lowerWaiting } from "../waiting/lower-waiting.ts";
import { withWaiting } from "../waiting/with-waiting.ts";
import { unsendableMethod } from "./codes.ts";
import { credentialParameters, type SentOperation } from "./credential-parameters.ts";
import { createPlainText, describeOperation } from "./describe-operation.ts";
import { createProperties, lowerInput } from "./operation-input.ts";
import { lowerOutput, type OperationOutput } from "./operation-output.ts";
import { type Security, securityOf } from "./security.ts";
import type { ListedOperation, OperationSelection } from "./select-operations.ts";

export interface OpenApiSettings {
  readonly overrides: Overrides | undefined;
  readonly schemas: SchemaLibrary;
}

/** Lowers each selected operation to a tool. An openApiTool has one operation. */
export function lowerOpenApi(
  resolved: Resolved,
  { document, choice: { value: choice, diagnostics: ofChoice } }: OperationSelection,
  { overrides, schemas }: OpenApiSettings,
): Outcome<Lowered | undefined> {
  if (choice === undefined) return { value: undefined, diagnostics: ofChoice };
  const { body, node, resource } = resolved.definition;
  const chosen = choice.chosen.flatMap(({ operation }) => operation ?? []);
  const operations = chosen.filter(({ method }) => !unsendableMethods.has(method.toUpperCase()));
  const ids = new Map(choice.all.map(({ key, id }) => [key, id]));
  const apiAuthentication = field(body, "apiAuthentication");
  const security = securityOf(document, operations, { isDefined: apiAuthentication !== undefined, overrides, place: keyOrigin(node) });
  const diagnostics: Diagnostic[] = [...ofChoice, ...security.diagnostics];

  for (const { key, method, node: place } of chosen) {
    const tool = ids.get(key) ?? key;
    if (unsendableMethods.has(method.toUpperCase()))
      diagnostics.push(diagnostic(unsendableMethod, { tool, method }, originOfKey(place.tree, place.path), { tool }));
  }

  const endpoint = openApiEndpoint(resolved, document, security.value);
  const sent: SentOperation[] = [];
  const propertyOf = createProperties(schemas);
  const waitingDocument = { operations: document.operations, schemas, securityOf: security.value.of, serversOf };
  const drafts = operations.map((operation) => {
    const id = ids.get(operation.key) ?? operation.key;
    const ofTool = choice.toolOverrides.get(operation.key);
    const input = lowerInput(operation, { schemas, propertyOf, body: overrides?.body ?? "merged", overrides: ofTool, id });
    diagnostics.push(...input.diagnostics);
    sent.push({ operation, parameters: input.value.parameters });
    const output = lowerOutput(operation, schemas);
    const facts = factsOf(operation, { input: input.value.input, output: output.output }, schemas);
    const pages = lowerPages(facts, { overrides: ofTool, schemas, id, timeout: endpoint.timeout });
    const waits = { operation, parameters: input.value.parameters, output: output.output };
    const waiting = lowerWaiting(waits, waitingDocument, { overrides: ofTool, id });
    diagnostics.push(...pages.diagnostics, ...waiting.diagnostics);
    const parts = { operation, id, input: input.value, output, security: security.value, pages: pages.value, waiting: waiting.value };
    return withWaiting(finishDraft(draftOf(parts), ofTool, choice), waiting.value);
  });
  diagnostics.push(...credentialParameters(sent, document));
  const description = resource === "tool" ? stringValue(field(body, "description"))?.trim() : undefined;
  const value: Lowered = {
    endpoint,
    requestedNames: choice.all.map((listed) => ({
      key: listed.key,
      id: listed.id,
      tags: listed.tags,
      name: (resource === "tool" && stringValue(field(body, "name"))) || nameOf(listed),
    })),
    drafts: description ? drafts.map((draft) => ({ ...draft, description, documentation: description })) : drafts,
    toolOverrides: choice.toolOverrides,
    library: schemas,
    tags: document.tags,
    plainText: createPlainText(overrides),
    account: {
      operations: resource === "tool" ? choice.all.length : document.operationCount,
      excluded: choice.excluded.size + chosen.length - operations.length,
      webhooks: document.webhookCount,
      callbacks: document.callbackCount,
    },
  };
  return { value, diagnostics };
}

/** The operationId, or a name made from the method and path. */
function nameOf({ id, key }: ListedOperation): RequestedName["name"] {
  const space = key.indexOf(" ");
  return id === key ? nameFromPath(key.slice(0, space), key.slice(space + 1)) : id;
}

function openApiEndpoint(resolved: Resolved, document: OpenApiDocument, { schemes }: Security): Endpoint {
  const endpoint = endpointOf(resolved, { servers: [], securitySchemes: schemes });
  const { body, member } = resolved.definition;
  if (field(body, "url") !== undefined) return endpoint;
  const definition = { ...endpoint.definition };
  if (document.servers.some(isServerPlaceholder)) definition[member] = { url: placeholder, ...Object(definition[member]) };
  return { ...endpoint, definition, servers: serverBindings(document.servers) };
}

interface OperationParts {
  readonly operation: Operation;
  readonly id: string;
  readonly input: ReturnType<typeof lowerInput>["value"];
  readonly output: OperationOutput;
  readonly security: Security;
  readonly pages: HttpBinding["pages"];
  readonly waiting: LoweredWaiting;
}

function draftOf({ operation, id, input, output: { output, form, responses }, security, pages, waiting }: OperationParts): Draft {
  return {
    key: operation.key,
    id,
    title: operation.summary.trim(),
    description: describeOperation(operation),
    documentation: operation.description.trim() || operation.summary.trim(),
    input: input.input,
    inputs: input.names,
    output,
    annotations: annotationsOfMethod(operation.method),
    approval: operation.method === "DELETE" || operation.isConsequential ? "required" : "none",
    tags: operation.tags,
    deprecated: operation.deprecated,
    lazy: false,
    metadata: {},
    examples: input.examples,
    trim: { pick: [], maxBytes: null },
    binding: {
      transport: "http",
      method: operation.method,
      path: operation.path,
      servers: serversOf(operation),
      parameters: input.parameters,
      body: input.body,
      responses,
      output: form,
      security: security.of(operation),
      pages,
      waiting: waiting.binding,
    },
    origin: originOfValue(operation.node.tree, operation.node.path),
  };
}

/** What is known of an operation that may be a list. */
function factsOf(
  { method, path, responses }: Operation,
  { input, output }: Pick<Draft, "input" | "output">,
  schemas: SchemaLibrary,
): ListFacts {
  const names = path.split("/").filter((name) => name !== "" && !name.includes("{"));
  return {
    method,
    subject: plainName(names.at(-1) ?? ""),
    inputs: argumentsIn(input, schemas),
    outputs: () => membersIn(output, schemas),
    hasLinkHeader: responses.some(hasLinkHeader),
  };
}

/** Whether the document describes the header `Link` of a successful response. */
function hasLinkHeader({ status, origin }: Response): boolean {
  const headers = member(valueAt(origin.tree, origin.path), "headers");
  return status.startsWith("2") && isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === "link");
}

/** The servers of an operation; `null` if those of the document apply. */
function serversOf({ servers }: Operation): HttpBinding["servers"] {
  const own = servers === undefined ? [] : serverBindings(servers);
  return own.length === 0 ? null : own;
}

/**
 * The servers without a placeholder in their address. If the address of a server is a placeholder, the `url` of the environment replaces
 * it.
 */
function serverBindings(servers: readonly OpenApiServer[]): ServerBinding[] {
  return servers
    .filter((server) => !isServerPlaceholder(server))
    .map(({ url, description, variables }) => {
      const bindings = [...variables].map(([name, variable]): [string, ServerBinding["variables"][string]] => [
        name,
        { default: variable.default, enum: variable.enum },
      ]);
      return { url, description, variables: Object.fromEntries(bindings) };
    });
}

/**
 * Whether the address of a server contains the placeholder. The address of a Swagger 2.0 document contains it if `host` is the placeholder.
 */
function isServerPlaceholder({ url }: OpenApiServer): boolean {
  return url.includes(placeholder);
}
