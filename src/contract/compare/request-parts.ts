import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { RequestPart } from "../words/request-words.ts";
import { partsAt, type SchemaWithShared } from "./schema-parts.ts";

/** The request of a tool, without data that has no effect on the request: the names of path parameters and the order of parameters. */
export interface SentRequest {
  readonly security: Json | undefined;
  /** The members of the binding whose every change is breaking, such as the method, the path, or the name of the tool on an MCP server. */
  readonly fixed: JsonObject;
  /** The parameters, and the body or its members, by their names in the request. */
  readonly parts: ReadonlyMap<string, RequestPart>;
}

/** Both versions of the input of a tool. Former calls have only values that the former one describes. */
export interface InputVersions {
  readonly former: SchemaWithShared;
  readonly next: SchemaWithShared;
}

/** The request of a tool. Of the arguments that are never a list or an object, how these are written has no effect. */
export function callOf(binding: Json, inputs: InputVersions): SentRequest {
  if (!isObject(binding)) return { security: undefined, fixed: {}, parts: new Map() };
  const {
    security,
    path,
    parameters,
    body,
    responses: _answers,
    structured: _structured,
    output: _wrapped,
    destructive: _hint,
    digest: _listed,
    pages: _pages,
    waiting,
    ...fixed
  } = binding;
  // A server refuses a call without a task, and one with a task that it does not expect.
  const task = member(waiting, "style") === "task" ? { task: true } : {};
  const { inputFields: _sent, outputFields: _read, ...target } = fixed;
  const list = itemsIn(parameters).filter(isObject);
  const isSingle = (argument: string) => isSingleValue(inputs.former, [argument]);
  const inPath = new Map(list.filter((each) => each.in === "path").map((each) => [String(each.name), each]));
  // Requests do not contain the names of path parameters, so path parameters are compared by their position in the path.
  const names: string[] = [];
  const template = typeof path === "string" ? path.replaceAll(/\{([^}]*)\}/g, (_all, name: string) => `{${names.push(name)}}`) : undefined;
  const parts: [string, RequestPart][] = [
    ...names.map((name, index): [string, RequestPart] => [`path ${index + 1}`, partOf("path", inPath.get(name) ?? { name }, isSingle)]),
    ...list
      .filter((each) => each.in !== "path")
      .map((each): [string, RequestPart] => [`${each.in} ${each.name}`, partOf(String(each.in), each, isSingle)]),
    ...bodyParts(body, inputs),
  ];
  return { security, fixed: { ...target, ...task, ...(template === undefined ? {} : { path: template }) }, parts: new Map(parts) };
}

/** The parts of a body: the members that have own arguments, or else the whole; and its form, if it is sent with each call. */
function bodyParts(body: Json | undefined, inputs: InputVersions): [string, RequestPart][] {
  if (!isObject(body)) return [];
  const { from, contentType, encoding, required } = body;
  const members = member(from, "members");
  const form = { contentType: contentType ?? null, encoding: isObject(encoding) ? encodingOf(encoding, from, inputs) : null };
  if (!isArray(members)) return [["body", { ...partOf("body", { from: from ?? null }), value: { from: from ?? null, ...form } }]];
  // A call without arguments sends no body if the body is optional.
  const isSent = required === true;
  return [
    ["body", { in: "body", name: "", argument: isSent ? undefined : "", value: form }],
    ...members.filter(isObject).map((each): [string, RequestPart] => [`body ${each.name}`, partOf("body", each)]),
  ];
}

/** How the members of a body that both versions describe are written. Of single values, the style has no effect. */
function encodingOf(encoding: JsonObject, from: Json | undefined, { former, next }: InputVersions): JsonObject {
  const own = new Map(itemsIn(member(from, "members")).map((each) => [member(each, "name"), member(member(each, "from"), "input")]));
  const entries = Object.entries(encoding).flatMap(([name, form]): [string, Json][] => {
    const argument = own.size > 0 ? own.get(name) : member(from, "input");
    if (typeof argument !== "string" || !isObject(form)) return [[name, form]];
    const steps = own.size > 0 ? [argument] : [argument, name];
    if ([former, next].some((input) => partsAt(input, steps).length === 0)) return [];
    if (!isSingleValue(former, steps)) return [[name, form]];
    const { as: _style, ...others } = form;
    return Object.values(others).every((value) => value === null || (isObject(value) && Object.keys(value).length === 0))
      ? []
      : [[name, others]];
  });
  return Object.fromEntries(entries);
}

/** A parameter or a member of the body, with what affects the request: the source of its value, and its serialization. */
function partOf(place: string, { name, from, as: form }: JsonObject, isSingle: (argument: string) => boolean = () => false): RequestPart {
  const argument = member(from, "input");
  const as = typeof argument === "string" && isObject(form) && isSingle(argument) ? { ...form, explode: null } : form;
  return {
    in: place,
    name: typeof name === "string" ? name : "",
    argument: typeof argument === "string" ? argument : undefined,
    value: { from: from ?? null, as: as ?? null },
  };
}

/** The types of values that are written the same, exploded or not. */
const singleTypes: readonly Json[] = ["null", "boolean", "integer", "number", "string"];

/** Whether an argument, or a member of one, is never a list or an object. */
function isSingleValue(input: SchemaWithShared, steps: readonly string[]): boolean {
  const parts = partsAt(input, steps);
  return parts.length > 0 && parts.every(({ node }) => isSingleOnly(node));
}

function isSingleOnly({ type, $ref, allOf, anyOf, oneOf }: JsonObject): boolean {
  if (type === undefined) return ($ref ?? allOf ?? anyOf ?? oneOf) !== undefined;
  return (isArray(type) ? type : [type]).every((each) => singleTypes.includes(each));
}
