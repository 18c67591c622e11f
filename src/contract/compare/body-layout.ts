import { isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { listed } from "../words/shown.ts";
import type { Comparison } from "./comparison.ts";
import { partsAt } from "./schema-parts.ts";

/** Two versions of a tool, and the changes that are not found in them any more. */
interface ToolVersions {
  readonly was: JsonObject;
  readonly is: JsonObject;
  readonly changes: readonly ChangeDraft[];
}

/**
 * Both versions with the body as one argument, if it was one in only one of them, and the change that says so. Otherwise, each argument that
 * became a member of the body, or was one, would be removed or new, although the service gets the same body.
 */
export function inOneLayout(was: JsonObject, is: JsonObject, { shared }: Pick<Comparison, "shared">): ToolVersions {
  const [before, after] = [bodyOf(was), bodyOf(is)];
  if (before === undefined || after === undefined) return { was, is, changes: [] };
  const isSpread = before.kind === "members";
  const [whole, spread] = isSpread ? [after, before] : [before, after];
  if (whole.kind !== "whole" || spread.kind !== "members" || contentTypeOf(was) !== contentTypeOf(is)) return { was, is, changes: [] };
  const { argument } = whole;
  const required = { was: isBodyRequired(was), is: isBodyRequired(is) };
  if (isSpread) {
    const alike = withWholeBody(was, spread, { argument, isClosed: true, isRequired: required.was });
    return alike === undefined
      ? { was, is, changes: [] }
      : { was: alike, is, changes: [becameMembers(describedIn(is, spread, argument, shared.next), argument, { is, required })] };
  }
  const isGiven = itemsIn(member(was.input, "required")).includes(argument);
  // That other members are refused now is the same change, unless one of them was described.
  const names = new Set(spread.members.map(({ name }) => name));
  const isClosed = partsAt({ schema: was.input ?? {}, shared: shared.former }, [argument]).some(({ node }) =>
    Object.keys(isObject(node.properties) ? node.properties : {}).some((name) => !names.has(name)),
  );
  const alike = withWholeBody(is, spread, { argument, isClosed, isRequired: isGiven });
  return alike === undefined
    ? { was, is, changes: [] }
    : { was, is: alike, changes: [becameArguments(spread, argument, { is, required })] };
}

/** The tool after a change of its layout, and whether each version has to be sent a body. */
interface LayoutChange {
  readonly is: JsonObject;
  readonly required: { readonly was: boolean; readonly is: boolean };
}

/** The arguments that the new body describes as its members; all of them if it describes none. */
function describedIn(is: JsonObject, spread: SpreadBody, argument: string, shared: Comparison["shared"]["next"]): string[] {
  const input = { schema: is.input ?? {}, shared };
  const described = spread.members.filter(({ name }) => partsAt(input, [argument, name]).length > 0);
  return (described.length === 0 ? spread.members : described).map((each) => each.argument);
}

function becameMembers(moved: readonly string[], argument: string, { is, required }: LayoutChange): ChangeDraft {
  const verb = moved.length === 1 ? "is a member" : "are members";
  const words = `${verb} of "${argument}" now${required.was && !required.is ? ", since the body may be left out" : ""}`;
  return {
    ...layoutChange(`${listed(moved)} ${words}`, `${listed(moved)} of "${is.name}" ${words}.`),
    from: [...moved],
    to: [argument],
  };
}

function becameArguments(spread: SpreadBody, argument: string, { is, required }: LayoutChange): ChangeDraft {
  const words = `are arguments now${!required.was && required.is ? ", since the body is required" : ""}`;
  return {
    ...layoutChange(`The members of "${argument}" ${words}`, `The members of "${argument}" of "${is.name}" ${words}.`),
    from: [argument],
    to: spread.members.map((each) => each.argument),
  };
}

function layoutChange(words: string, message: string): ChangeDraft {
  return { kind: "narrowed-input", pointer: "/input", message, cause: { place: "layout of the body", words, of: "argument" } };
}

/** A body that is one argument, or whose members are arguments. */
type Body = { readonly kind: "whole"; readonly argument: string } | SpreadBody;

interface SpreadBody {
  readonly kind: "members";
  readonly members: readonly { readonly name: string; readonly argument: string }[];
}

/** The body of a tool; `undefined` if it has none, or one with members that are no arguments. */
function bodyOf({ binding }: JsonObject): Body | undefined {
  const from = member(member(binding, "body"), "from");
  const argument = member(from, "input");
  if (typeof argument === "string") return { kind: "whole", argument };
  const sources = itemsIn(member(from, "members"));
  const members = sources.flatMap((each) => {
    const input = member(member(each, "from"), "input");
    return typeof input === "string" ? [{ name: String(member(each, "name")), argument: input }] : [];
  });
  return members.length === 0 || members.length < sources.length ? undefined : { kind: "members", members };
}

function contentTypeOf({ binding }: JsonObject): Json | undefined {
  return member(member(binding, "body"), "contentType");
}

function isBodyRequired({ binding }: JsonObject): boolean {
  return member(member(binding, "body"), "required") === true;
}

/** The tool as if the members of its body were one argument; `undefined` if it has no such body, or another argument has this name. */
function withWholeBody(
  tool: JsonObject,
  { members }: SpreadBody,
  { argument, isClosed, isRequired }: { readonly argument: string; readonly isClosed: boolean; readonly isRequired: boolean },
): JsonObject | undefined {
  const { input, binding } = tool;
  const [properties, bound] = [member(input, "properties"), member(binding, "body")];
  if (!isObject(input) || !isObject(binding) || !isObject(properties) || !isObject(bound)) return undefined;
  const required = itemsIn(member(input, "required"));
  const inBody = new Set(members.map((each) => each.argument));
  const body: JsonObject = {
    type: "object",
    properties: Object.fromEntries(members.map((each) => [each.name, properties[each.argument] ?? {}])),
    required: members.filter((each) => required.includes(each.argument)).map(({ name }) => name),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
  const others = Object.entries(properties).filter(([name]) => !inBody.has(name));
  if (others.some(([name]) => name === argument)) return undefined;
  return {
    ...tool,
    input: {
      ...input,
      properties: { ...Object.fromEntries(others), [argument]: body },
      required: [...required.filter((name) => !inBody.has(String(name))), ...(isRequired ? [argument] : [])],
    },
    binding: { ...binding, body: { ...bound, from: { input: argument } } },
  };
}
