import { optionalPart } from "../part.ts";
import { type LocatedSchema, type NodeVisit, type SchemaNodes, valuePath } from "./evaluation.ts";

/** The end of a message that gives a valid value as an example, from the schema that was visited; empty if there is none. */
export function correctedText(visit: NodeVisit, nodes: SchemaNodes): string {
  return memberText(valuePath(visit).at(-1), visit, nodes);
}

/** The end of a message that gives an example for a member; empty if its schema has none, or if the example is invalid itself. */
export function memberText(name: string | number | undefined, located: LocatedSchema, nodes: SchemaNodes): string {
  return optionalPart("examples", nodes.library)?.ofSchema(name, located, nodes) ?? "";
}
