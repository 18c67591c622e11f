import type { Narrowing } from "../../schema/reason/subsumption/narrowings/narrowing.ts";
import { isObject, itemsIn, type JsonObject, member as valueOf } from "../../source/json/json.ts";
import { pointerOf } from "../../source/tree.ts";
import { type AppliedSchema, partsAt, type SchemaWithShared } from "./schema-parts.ts";
import { typeKeyword, typesAt } from "./value-cause.ts";

/** The two versions of the input or the output of a tool. */
export interface SchemaVersions {
  readonly member: "input" | "output";
  readonly tool: string;
  readonly former: SchemaWithShared;
  readonly next: SchemaWithShared;
}

/** Where something changed. */
export interface ChangePlace {
  /** The names of members and the indices of items on the way to it. */
  readonly steps: readonly string[];
  readonly part: AppliedSchema | undefined;
  readonly former: JsonObject;
  readonly next: JsonObject;
  /** Whether only the former version describes the value. */
  readonly isGone: boolean;
}

export function placeOf({ path, required, wide, narrow, value }: Narrowing, { member, former, next }: SchemaVersions): ChangePlace {
  const steps = required === undefined ? path : [...path, required];
  const [before, after] = [partsAt(former, steps), partsAt(next, steps)];
  const keywords = [...Object.keys(wide), ...Object.keys(narrow)];
  const ofNull = value === null && keywords.length === 0 ? nullPart(member === "input" ? before : after) : undefined;
  const part =
    required === undefined
      ? (ofNull ?? changedPart(before, after, keywords))
      : (requirementPart(path, required, { member, former, next }) ?? after[0] ?? before[0]);
  const nodeIn = (parts: readonly AppliedSchema[]) =>
    (parts.find((each) => part !== undefined && isSamePlace(each, part)) ?? onlyPart(parts))?.node ?? {};
  const [formerTypes, nextTypes] = [typesAt(former, steps), typesAt(next, steps)];
  return {
    steps,
    part,
    ...(ofNull === undefined || formerTypes === undefined || nextTypes === undefined
      ? { former: nodeIn(before), next: nodeIn(after) }
      : { former: { type: typeKeyword(formerTypes) }, next: { type: typeKeyword(nextTypes) } }),
    isGone: before.length > 0 && after.length === 0,
  };
}

/** Where the member of a result is now: that of the same name in one of the values around it, if it is new there. */
export function newPlaceOf(steps: readonly string[], { former, next }: SchemaVersions): readonly string[] | undefined {
  const name = steps.at(-1);
  if (name === undefined || name === "*") return undefined;
  const around = steps.slice(0, -1).map((_step, index) => [...steps.slice(0, index), name]);
  return around.findLast((place) => partsAt(former, place).length === 0 && partsAt(next, place).length > 0);
}

/** The member in the alternative that began or ceased to require it: others may never have had it, or require it still. */
function requirementPart(
  path: readonly string[],
  name: string,
  { member, former, next }: Pick<SchemaVersions, "member" | "former" | "next">,
): AppliedSchema | undefined {
  const requires = ({ node }: AppliedSchema) => itemsIn(node.required).includes(name);
  const [strict, lenient] = member === "input" ? [next, former] : [former, next];
  // A reference requires nothing by itself: its target is another part.
  const others = partsAt(lenient, path).filter((each) => each.node.$ref === undefined && !requires(each));
  const changed = partsAt(strict, path).find((each) => requires(each) && others.some((other) => isSamePlace(each, other)));
  const node = valueOf(changed?.node.properties, name);
  return changed && isObject(node) ? { ...changed, path: [...changed.path, "properties", name], node } : undefined;
}

/** The part that allows null itself, not a schema that it refers to for other values. */
function nullPart(parts: readonly AppliedSchema[]): AppliedSchema | undefined {
  const own = parts.find(({ node: { type } }) => type === "null" || itemsIn(type).includes("null"));
  const keyword = own?.path.at(-2);
  if (own?.node.type !== "null" || (keyword !== "anyOf" && keyword !== "oneOf")) return own;
  return parts.find((each) => isSamePlace(each, { ...own, path: own.path.slice(0, -2) })) ?? own;
}

/** The part that changed: the first one with one of these keywords, else the innermost one that differs. */
function changedPart(
  before: readonly AppliedSchema[],
  after: readonly AppliedSchema[],
  keywords: readonly string[],
): AppliedSchema | undefined {
  const all = [...after, ...before.filter((each) => !after.some((other) => isSamePlace(each, other)))];
  const hasKeyword = ({ node }: AppliedSchema) => keywords.some((keyword) => Object.hasOwn(node, keyword));
  const isChanged = (part: AppliedSchema) => {
    const other = before.find((each) => isSamePlace(each, part));
    return other === undefined || Object.keys(changedKeywords(other.node, part.node)).length > 0;
  };
  return all.find((part) => hasKeyword(part) && isChanged(part)) ?? all.findLast(isChanged) ?? all[0];
}

/** The schema of a value, if it is the only one but for references. */
function onlyPart(parts: readonly AppliedSchema[]): AppliedSchema | undefined {
  const described = parts.filter(({ node }) => Object.keys(node).some((keyword) => keyword !== "$ref"));
  return described.length === 1 ? described[0] : undefined;
}

export function isSamePlace(one: AppliedSchema, other: AppliedSchema): boolean {
  return one.shared === other.shared && pointerOf(one.path) === pointerOf(other.path);
}

/** The members of `node` that differ from those of `other`. */
export function changedKeywords(other: JsonObject, node: JsonObject): JsonObject {
  const keys = [...new Set([...Object.keys(other), ...Object.keys(node)])];
  return Object.fromEntries(
    keys.flatMap((key) => (JSON.stringify(other[key]) === JSON.stringify(node[key]) ? [] : [[key, node[key] ?? null]])),
  );
}
