import type { Operation } from "../../document/openapi/read/operation.ts";
import { isObject, member } from "../../source/json/json.ts";
import { valueAt } from "../../source/tree.ts";
import { type ListField, plainName } from "../pages/list-facts.ts";

/** An operation whose result is the state, and the value of the response that identifies it. */
export interface StateSource {
  readonly operation: Operation;
  readonly style: "operation" | "resource";
  /** The parameter of the path with the value, unless all of them are those of the call. */
  readonly parameter: string | undefined;
  readonly id: readonly string[];
}

/** Finds the operation that may return the state of another one, whose response has `fields`. */
type FindSource = (operation: Operation, fields: () => readonly ListField[], operations: readonly Operation[]) => StateSource | undefined;

/** The most certain ways first. */
export const stateSources: readonly FindSource[] = [sameAddress, namedByParameter, childAddress, namedByDescription];

/** The operation that a link of the response names (OpenAPI 3.2 §4.20). */
export function linkedOperation(operation: Operation, operations: readonly Operation[]): StateSource | undefined {
  const accepted = operation.responses.find(({ status }) => status === "202");
  const links = accepted && member(valueAt(accepted.origin.tree, accepted.origin.path), "links");
  const found = (isObject(links) ? Object.values(links) : []).flatMap((link): StateSource[] => {
    const target = operations.find(
      (each) => each.method === "GET" && each.operationId !== undefined && each.operationId === member(link, "operationId"),
    );
    const parameters = member(link, "parameters");
    const given = Object.entries(isObject(parameters) ? parameters : {}).flatMap(([name, value]) => {
      const pointer = typeof value === "string" ? /^\$response\.body#\/(.+)$/.exec(value)?.[1] : undefined;
      return pointer === undefined ? [] : [{ name: name.replace(/^path\./, ""), path: pointer.split("/").map(unescaped) }];
    });
    const [first, ...others] = given;
    if (target === undefined || first === undefined || others.length > 0) return [];
    return [{ operation: target, style: "operation", parameter: first.name, id: first.path }];
  });
  return found.length === 1 ? found[0] : undefined;
}

function unescaped(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** GET of the same path. */
function sameAddress(
  { method, path }: Operation,
  _fields: () => readonly ListField[],
  operations: readonly Operation[],
): StateSource | undefined {
  const found = method === "DELETE" ? undefined : operations.find((each) => each.method === "GET" && each.path === path);
  return found && { operation: found, style: "operation", parameter: undefined, id: [] };
}

/** GET of the path with one more parameter, whose value the response has: `/exports/{export_id}` for `POST /exports`. */
function childAddress({ path }: Operation, fields: () => readonly ListField[], operations: readonly Operation[]): StateSource | undefined {
  const found = operations.filter(
    (each) => each.method === "GET" && each.path.startsWith(`${path}/{`) && isLastParameter(each.path, path.length + 1),
  );
  const [operation] = found;
  if (operation === undefined || found.length > 1) return undefined;
  const parameter = operation.path.slice(path.length + 2, -1);
  const scalars = fields().filter(({ types }) => isValue(types));
  const id =
    scalars.find(({ plain }) => plain === plainName(parameter)) ??
    scalars.find(({ path: at, plain }) => at.length === 1 && plain === "id") ??
    scalars.find(
      ({ path: at, plain }) => at.length === 1 && plainName(parameter).endsWith(plain) && /^(?:uuid|jobid|taskid|operationid)$/.test(plain),
    );
  if (id !== undefined) return { operation, style: "operation", parameter, id: id.path };
  const address = scalars.find(({ plain }) => /^(?:uri|url|href|self|selflink)$/.test(plain));
  return address && { operation, style: "resource", parameter: undefined, id: address.path };
}

function isLastParameter(path: string, from: number): boolean {
  return /^\{[^{}]+\}$/.test(path.slice(from));
}

/** The names of values that identify work which a service has begun. */
const workId = /^(?:operation|job|task|transaction|export|import|execution|process)(?:id|uuid)$/;

/** The only GET whose last parameter has the name of a member of the response that identifies work: `/operations/{operationId}`. */
function namedByParameter(
  _operation: Operation,
  fields: () => readonly ListField[],
  operations: readonly Operation[],
): StateSource | undefined {
  const ids = fields().filter(({ plain, types }) => workId.test(plain) && isValue(types));
  const found = ids.flatMap(({ path: id, plain }) =>
    operations.flatMap((operation): StateSource[] => {
      const parameter = operation.method === "GET" ? lastParameter(operation.path) : undefined;
      return parameter !== undefined && plainName(parameter) === plain ? [{ operation, style: "operation", parameter, id }] : [];
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}

function lastParameter(path: string): string | undefined {
  return /\/\{([^{}]+)\}$/.exec(path)?.[1];
}

/** GET below the same path whose description says that its parameter is the member of the response: "Use the `job_id` from …". */
function namedByDescription(
  { path }: Operation,
  fields: () => readonly ListField[],
  operations: readonly Operation[],
): StateSource | undefined {
  const below = operations.filter(
    (each) => each.method === "GET" && each.path.startsWith(`${path}/`) && /^[\w/-]+\/\{[^{}]+\}$/.test(each.path.slice(path.length + 1)),
  );
  const found = below.flatMap((operation): StateSource[] => {
    const names = fields().filter(
      ({ plain, types, path: at }) =>
        /id$/.test(plain) && plain !== "id" && isValue(types) && operation.description.includes(`\`${at.at(-1)}\``),
    );
    const [name, ...others] = names;
    const parameter = lastParameter(operation.path);
    return name === undefined || others.length > 0 || parameter === undefined
      ? []
      : [{ operation, style: "operation", parameter, id: name.path }];
  });
  return found.length === 1 ? found[0] : undefined;
}

function isValue(types: ListField["types"]): boolean {
  return types.has("string") || types.has("integer") || types.has("number");
}
