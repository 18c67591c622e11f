import type { Definition } from "../../definition/definition.ts";
import { field, keyOrigin, stringValue, valueOrigin } from "../../definition/node.ts";
import { diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { OpenApiDocument, Operation, RefusedOperation } from "../../document/openapi/read/operation.ts";
import { type Documents, documentIn } from "../../project/documents/check-documents.ts";
import type { Project } from "../../project/project.ts";
import { type Choice, chooseOperations } from "../overrides/choose-operations.ts";
import type { Selectable } from "../overrides/match-selectors.ts";
import { overridesFor } from "../overrides/overrides-for.ts";
import { severalOperations } from "./codes.ts";

/** An operation that selectors can match. `operation` is `undefined` if the check of the document rejected it. */
export interface ListedOperation extends Selectable {
  readonly operation: Operation | undefined;
}

/** The document of a definition, and which of its operations become tools. */
export interface OperationSelection {
  readonly document: OpenApiDocument;
  /** The value is `undefined` if the operation of an openApiTool is ambiguous. */
  readonly choice: Outcome<Choice<ListedOperation> | undefined>;
}

/** The selections by definition. Definitions without a readable document have no entry. */
export type OperationSelections = ReadonlyMap<Definition, OperationSelection>;

/** Selects the operations that become tools, regardless of other errors in their definitions. */
export function selectOperations(definitions: readonly Definition[], documents: Documents, project: Project): OperationSelections {
  return new Map(
    definitions.flatMap((definition): [Definition, OperationSelection][] => {
      const document = documentIn(documents, definition, project);
      return document === undefined ? [] : [[definition, { document, choice: choiceOf(definition, document, project) }]];
    }),
  );
}

/** The keys of the operations that definitions use, by document. */
export function usedOperations(selections: OperationSelections): ReadonlyMap<OpenApiDocument, ReadonlySet<string>> {
  const used = new Map<OpenApiDocument, Set<string>>();
  for (const { document, choice } of selections.values()) {
    const keys = used.get(document) ?? new Set();
    used.set(document, keys);
    for (const { key } of choice.value?.chosen ?? listOperations(document)) keys.add(key);
  }
  return used;
}

function choiceOf(definition: Definition, document: OpenApiDocument, { config }: Project): OperationSelection["choice"] {
  const own = definition.resource === "tool" ? singleOperation(definition, document) : undefined;
  if (own !== undefined && own.value === undefined) return { value: undefined, diagnostics: own.diagnostics };
  return chooseOperations(own?.value ?? listOperations(document), overridesFor(config, definition), keyOrigin(definition.node));
}

/**
 * The valid operations of a document in its order, then the rejected ones. Their ids are unique: the key replaces an operationId that
 * several operations have.
 */
export function listOperations({ operations, refused }: Pick<OpenApiDocument, "operations" | "refused">): ListedOperation[] {
  const all: (Operation | RefusedOperation)[] = [...operations, ...refused];
  const counts = new Map<string, number>();
  for (const { operationId } of all) if (operationId !== undefined) counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  return all.map((each): ListedOperation => {
    const { key, operationId, tags } = each;
    const id = operationId !== undefined && operationId !== "" && counts.get(operationId) === 1 ? operationId : key;
    const operation = "method" in each ? each : undefined;
    return { id, key, method: operation?.method ?? key.slice(0, key.indexOf(" ")), tags, operation };
  });
}

function singleOperation({ body, name, node }: Definition, document: OpenApiDocument): Outcome<ListedOperation[] | undefined> {
  const all = listOperations(document);
  if (all.length <= 1) return { value: all, diagnostics: [] };
  const requestedName = stringValue(field(body, "name")) ?? name;
  const named = all.filter(({ id, key }) => id === requestedName || key === requestedName);
  if (named.length === 1) return { value: named, diagnostics: [] };
  const place = valueOrigin(field(body, "openApiSchema") ?? node);
  const ids = all.map(({ id }) => id);
  const near = nearest(requestedName, ids);
  const operations = near === undefined ? ids : [near, ...ids.filter((id) => id !== near)];
  return {
    value: undefined,
    diagnostics: [diagnostic(severalOperations, { tool: name, operations }, place, { tool: name })],
  };
}
