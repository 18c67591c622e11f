import type { Operation } from "../../document/openapi/read/operation.ts";
import type { HttpBinding, ParameterBinding, StateOperation, WaitingBinding } from "../../runtime/binding.ts";
import type { SchemaLibrary, SchemaUse } from "../../schema/schema-library.ts";
import { isObject, member } from "../../source/json/json.ts";
import { valueAt } from "../../source/tree.ts";
import { lowerOutput } from "../openapi/operation-output.ts";
import { type ListField, membersIn, outerMembers } from "../pages/list-facts.ts";
import { linkedOperation, type StateSource, stateSources } from "./state-sources.ts";
import { type FoundState, findState } from "./states.ts";

/** What an operation is recognized by that answers before it is done. */
export interface WaitingFacts {
  readonly operation: Operation;
  /** The parameters of the tool. */
  readonly parameters: readonly ParameterBinding[];
  readonly output: SchemaUse;
}

/** What the operations of a document share. */
export interface WaitingDocument {
  readonly operations: readonly Operation[];
  readonly schemas: SchemaLibrary;
  readonly securityOf: (operation: Operation) => HttpBinding["security"];
  readonly serversOf: (operation: Operation) => HttpBinding["servers"];
}

/** How a call waits for its result, and the schema of the result if another operation returns it. */
export interface FoundWaiting {
  readonly waiting: Omit<WaitingBinding, "seconds">;
  readonly output: SchemaUse | undefined;
}

/** How a call of an operation waits for its result; `undefined` if the operation answers with its result, or if it is not certain how. */
export function findWaiting(facts: WaitingFacts, document: WaitingDocument): FoundWaiting | undefined {
  const { method, responses } = facts.operation;
  const accepted = responses.find(({ status }) => status === "202");
  if (accepted === undefined) return method === "GET" ? undefined : findLongRunning(facts, document);
  // Some documents list each status of success. Of these, 202 says nothing.
  if (responses.some(({ status }) => status === "201" || status === "203")) return undefined;
  if (method === "GET") return responses.some(({ status }) => /^(?:20[04]|30\d)$/.test(status)) ? repeated : undefined;
  if (isObject(member(facts.operation.node.value, "callbacks"))) return undefined;
  return findOperation(facts, document) ?? findHeader(facts);
}

const none = { header: null, operation: null, state: null, pending: [], failed: [] };

const repeated: FoundWaiting = { waiting: { ...none, style: "repeat" }, output: undefined };

/** The headers with the address of the state, the most certain first. */
const stateHeaders = ["operation-location", "azure-asyncoperation", "location"];

/** The states that services return at the address in a header. */
const commonStates = {
  state: ["status"],
  pending: ["pending", "queued", "notstarted", "not_started", "running", "processing", "inprogress", "in_progress", "accepted"],
  failed: ["failed", "error", "canceled", "cancelled"],
};

function findHeader({ operation }: WaitingFacts): FoundWaiting | undefined {
  const accepted = operation.responses.find(({ status }) => status === "202");
  const headers = accepted && member(valueAt(accepted.origin.tree, accepted.origin.path), "headers");
  const names = isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : [];
  const header = stateHeaders.find((name) => names.includes(name));
  return header === undefined ? undefined : { waiting: { ...none, ...commonStates, style: "header", header }, output: undefined };
}

function findOperation(facts: WaitingFacts, document: WaitingDocument): FoundWaiting | undefined {
  const { operation } = facts;
  const only = { ...operation, responses: operation.responses.filter(({ status }) => status === "202") };
  let read: readonly ListField[] | undefined;
  const fields = () => {
    const { output, form } = lowerOutput(only, document.schemas);
    read ??= form === "object" ? membersIn(output, document.schemas) : [];
    return read;
  };
  const linked = linkedOperation(operation, document.operations);
  if (linked !== undefined) return described(linked, facts, document);
  for (const find of stateSources) {
    const source = find(operation, fields, document.operations);
    const found = source && described(source, facts, document);
    // What has the same address may be anything, unless the response has the same state.
    const isIdentified = source !== undefined && source.id.length > 0;
    if (found !== undefined && (isIdentified || hasState(found, fields()))) return found;
  }
  return undefined;
}

function hasState({ waiting: { state } }: FoundWaiting, fields: readonly ListField[]): boolean {
  return state !== null && fields.some(({ path }) => path.join(".") === state.join("."));
}

/** The operations of AIP-151: the response is a `google.longrunning.Operation`, and a GET operation returns it by its name. */
function findLongRunning(facts: WaitingFacts, document: WaitingDocument): FoundWaiting | undefined {
  if (!isLongRunning(facts.output, document)) return undefined;
  const found = document.operations.filter(
    (each) => each.method === "GET" && readsByName.test(each.path) && isLongRunning(lowerOutput(each, document.schemas).output, document),
  );
  // The most general one.
  const [operation] = found.toSorted((a, b) => a.path.length - b.path.length);
  if (operation === undefined) return undefined;
  const result = described({ operation, style: "resource", parameter: undefined, id: ["name"] }, facts, document, longRunning);
  return result && { ...result, output: undefined };
}

const readsByName = /(?:\/operations\/\{[^{}/]+\}|\/\{\+?name(?:=[^{}]*)?\})$/;

const longRunning: FoundState = { path: ["done"], pending: [false, null], failed: [] };

function isLongRunning(output: SchemaUse, { schemas }: WaitingDocument): boolean {
  const members = outerMembers(output, schemas);
  const isOf = (name: string, type: string) => members.some(({ path, types }) => path[0] === name && types.has(type));
  return isOf("name", "string") && isOf("done", "boolean") && isOf("error", "object") && members.some(({ path }) => path[0] === "response");
}

/** The binding of a source, if it says when the operation is done and its parameters are known. */
function described(
  { operation, style, parameter, id }: StateSource,
  { parameters, operation: called }: WaitingFacts,
  { schemas, securityOf, serversOf }: WaitingDocument,
  known?: FoundState,
): FoundWaiting | undefined {
  const { output, form, responses } = lowerOutput(operation, schemas);
  const state = known ?? findState(membersIn(output, schemas));
  const statuses = operation.responses.map(({ status }) => status);
  if (state === undefined && !(statuses.includes("202") && statuses.includes("200"))) return undefined;
  const security = usableSecurity(securityOf(operation), securityOf(called));
  if (security === undefined) return undefined;
  const taken: ParameterBinding[] = [];
  for (const { name, in: place, required, as } of operation.parameters) {
    if (!required || style === "resource") continue;
    const same = parameters.find((each) => each.name === name && each.in === place);
    const own: ParameterBinding | undefined =
      place === "path" && name === parameter
        ? { name, in: place, from: { input: valueName }, required, as: { style: "simple", explode: false, allowReserved: false } }
        : same;
    if (own === undefined || (own === same && place === "path" && !isSharedParameter(name, called.path, operation.path))) return undefined;
    taken.push("style" in as ? own : { ...own, as });
  }
  const reads: StateOperation = {
    path: operation.path,
    servers: serversOf(operation),
    parameters: taken,
    responses,
    output: form,
    security,
    id,
  };
  const { path: at = null, pending = [], failed = [] } = state ?? {};
  return { waiting: { ...none, style, operation: reads, state: at, pending: [...pending], failed: [...failed] }, output };
}

/** The requirements that the credentials of the call may meet; `undefined` if it has none for the operation that returns the state. */
function usableSecurity(required: HttpBinding["security"], called: HttpBinding["security"]): HttpBinding["security"] | undefined {
  const known = new Set(called.flatMap((requirement) => Object.keys(requirement)));
  const usable = required.filter((requirement) => Object.keys(requirement).every((scheme) => known.has(scheme)));
  return required.length > 0 && usable.length === 0 ? undefined : usable;
}

/** The name under which the value of the response is in the input of the operation that returns the state. */
const valueName = "_waiting";

/** Whether a parameter is in the same place of both paths, so that it has the same meaning. */
function isSharedParameter(name: string, path: string, other: string): boolean {
  const before = (each: string) => each.slice(0, each.indexOf(`{${name}}`));
  return path.includes(`{${name}}`) && before(path) === before(other);
}
