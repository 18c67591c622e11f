import type { Narrowing } from "../../schema/reason/subsumption/narrowings/narrowing.ts";
import { isObject } from "../../source/json/json.ts";
import type { Rewrapped } from "../words/schema-words.ts";
import type { SchemaVersions } from "./change-place.ts";
import { partsAt, type SchemaWithShared } from "./schema-parts.ts";

/**
 * The value of a result all of whose members moved into a new member of it, such as `data`, or out of one that is gone. `undefined` if
 * something else happened to the member that is no longer described.
 */
export function rewrappedAround({ path, required }: Narrowing, { member, former, next }: SchemaVersions) {
  const members = required === undefined ? path : [...path, required];
  const depth = members.findIndex((_step, index) => partsAt(next, members.slice(0, index + 1)).length === 0);
  const name = members[depth];
  if (member !== "output" || name === undefined || name === "*") return undefined;
  const steps = members.slice(0, depth);
  const wrapper = unwrapped(name, steps, { former, next }) ?? wrapped(name, steps, { former, next });
  return wrapper && { steps, names: [name], wrapper };
}

type Versions = Pick<SchemaVersions, "former" | "next">;

/** Whether the value is what its member was. */
function unwrapped(name: string, steps: readonly string[], { former, next }: Versions): Rewrapped | undefined {
  const [was, is, members] = [membersAt(former, steps), membersAt(next, steps), membersAt(former, [...steps, name])];
  const isSame = members.length > 0 && was.length === 1 && members.every((each) => is.includes(each));
  return isSame ? { name, members, isGone: true } : undefined;
}

/** Whether the value is in a new member of it. */
function wrapped(name: string, steps: readonly string[], { former, next }: Versions): Rewrapped | undefined {
  const [members, is] = [membersAt(former, steps), membersAt(next, steps)];
  if (!members.includes(name) || members.some((each) => is.includes(each))) return undefined;
  const wrapper = is.find((each) => {
    const inner = membersAt(next, [...steps, each]);
    return members.every((member) => inner.includes(member));
  });
  return wrapper === undefined ? undefined : { name: wrapper, members, isGone: false };
}

/** The names of the members that the schemas of a value describe. */
function membersAt(schema: SchemaWithShared, steps: readonly string[]): readonly string[] {
  const names = partsAt(schema, steps).flatMap(({ node: { properties } }) => (isObject(properties) ? Object.keys(properties) : []));
  return [...new Set(names)];
}
