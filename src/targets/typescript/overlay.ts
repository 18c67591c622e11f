import { plainData } from "../../contract/plain-data.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { Endpoint } from "../../runtime/binding.ts";
import { isArray, isObject, type Json } from "../../source/json/json.ts";
import {
  type Member,
  neverType,
  nullType,
  type ObjectType,
  stringType,
  type TypeNode,
  unionOf,
  unknownTypeNode,
} from "../types/type-node.ts";

/** The placeholder in a definition for values that differ by environment. */
const placeholder = "$env_var";

/**
 * The type of an environment's values. It has the structure of the definition, but only the members that contain placeholders, and all of
 * them are required.
 */
export function overlayType({ endpoint, tools }: Toolset): TypeNode {
  const type = placeholderType(plainData(endpoint.definition));
  // Without an index signature, the type `{}` would accept almost every value.
  const object: ObjectType = type?.kind === "object" ? type : { kind: "object", members: new Map(), index: neverType };
  const [member] = Object.keys(endpoint.definition);
  if (member === undefined || !serversOf(endpoint, tools).some(({ url }) => url.includes(placeholder))) return object;
  // If the document has a placeholder for the address of a server, an environment sets the address as `url` of the definition.
  const body = object.members.get(member)?.type;
  const url: [string, Member] = ["url", required(stringType)];
  const members = new Map(body?.kind === "object" ? [...body.members, url] : [url]);
  const whole = new Map([...object.members, [member, required({ kind: "object", members, index: undefined })] as const]);
  return { kind: "object", members: whole, index: undefined };
}

function serversOf({ servers }: Endpoint, tools: readonly Tool[]) {
  return [...servers, ...tools.flatMap(({ binding }) => (binding.transport === "http" ? (binding.servers ?? []) : []))];
}

/** The type of the values that replace the placeholders in `value`; `undefined` if `value` contains no placeholder. */
function placeholderType(value: Json): TypeNode | undefined {
  if (value === placeholder) return stringType;
  if (isArray(value)) return itemsType(value);
  if (!isObject(value)) return undefined;
  const members = Object.entries(value).flatMap(([name, each]): [string, Member][] => {
    const type = placeholderType(each);
    return type === undefined ? [] : [[name, required(type)]];
  });
  return members.length === 0 ? undefined : { kind: "object", members: new Map(members), index: undefined };
}

/**
 * The type of the values that replace the placeholders in an array. An overlay replaces items by position, so the tuple also has an element
 * for an item without a placeholder.
 */
function itemsType(items: readonly Json[]): TypeNode | undefined {
  const types = items.map(placeholderType);
  const last = types.findLastIndex((type) => type !== undefined);
  if (last === -1) return undefined;
  const elements = types.slice(0, last + 1).map((type) => type ?? unionOf([nullType, emptyObject]));
  return { kind: "tuple", elements, required: elements.length, rest: unknownTypeNode };
}

const emptyObject: TypeNode = { kind: "object", members: new Map(), index: unknownTypeNode };

function required(type: TypeNode): Member {
  return { type, optional: false, schema: true };
}
