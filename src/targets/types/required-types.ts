import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json.ts";
import { type IntersectionType, type Member, type TypeNode, unknownTypeNode } from "./type-node.ts";

/** Functions that find the type of a schema and the target of its reference. */
export interface TypeResolver {
  readonly typeOf: (schema: Json) => TypeNode;
  readonly targetOf: (schema: Json) => JsonObject | undefined;
}

/**
 * An intersection in which a member that is only required has the type that it has in the other parts: beside `{ name?: string }`,
 * `{ name: unknown }` would let `undefined` pass.
 */
export function resolveRequiredMembers(type: IntersectionType, schema: JsonObject, finding: TypeResolver): TypeNode {
  const members = type.members.map((part): TypeNode => {
    if (part.kind !== "object") return part;
    const known = [...part.members].map(([name, each]): [string, Member] => {
      const described = each.type === unknownTypeNode && each.schema === true ? describedIn(schema, name, finding, 0) : undefined;
      return [name, described === undefined ? each : { ...each, type: finding.typeOf(described) }];
    });
    return { ...part, members: new Map(known) };
  });
  return { ...type, members };
}

/** The most levels of `allOf` and references that are followed. */
const maxNesting = 8;

/** The schema of a member, in a schema or in those that apply with it. */
function describedIn(schema: Json, name: string, finding: TypeResolver, depth: number): Json | undefined {
  if (!isObject(schema) || depth > maxNesting) return undefined;
  const own = member(schema.properties, name);
  if (own !== undefined) return own;
  for (const part of [finding.targetOf(schema), ...(isArray(schema.allOf) ? schema.allOf : [])]) {
    const found = part === undefined ? undefined : describedIn(part, name, finding, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
