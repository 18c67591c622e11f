import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { type IntersectionType, type Member, type TypeNode, unknownTypeNode } from "./type-node.ts";

/** Functions that return the type of a schema, and the schema that a schema refers to. */
export interface TypeResolver {
  readonly typeOf: (schema: Json) => TypeNode;
  readonly targetOf: (schema: Json) => JsonObject | undefined;
}

/**
 * Corrects an intersection in which one part only requires a member, with the type `unknown`, and another part declares the member's type.
 * The type `unknown` is replaced by the declared type. Without the replacement, `{ name?: string } & { name: unknown }` would accept
 * `undefined` as `name`.
 */
export function resolveRequiredMembers(type: IntersectionType, schema: JsonObject, { typeOf, targetOf }: TypeResolver): TypeNode {
  const members = type.members.map((part): TypeNode => {
    if (part.kind !== "object") return part;
    const known = [...part.members].map(([name, each]): [string, Member] => {
      const declared = each.type === unknownTypeNode && each.schema === true ? declaredMember(schema, name, targetOf) : undefined;
      return [name, declared === undefined ? each : { ...each, type: typeOf(declared) }];
    });
    return { ...part, members: new Map(known) };
  });
  return { ...type, members };
}

/**
 * The schema that declares a property: in `schema` itself, or in a schema that it includes with `$ref` or `allOf`. Each schema is visited
 * once.
 */
function declaredMember(schema: JsonObject, name: string, targetOf: TypeResolver["targetOf"]): Json | undefined {
  const visited = new Set<Json>();
  const open: (Json | undefined)[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (!isObject(next) || visited.has(next)) continue;
    visited.add(next);
    const own = member(next.properties, name);
    if (own !== undefined) return own;
    if (isArray(next.allOf)) open.push(...next.allOf.toReversed());
    open.push(targetOf(next));
  }
  return undefined;
}
