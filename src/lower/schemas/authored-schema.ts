import { field, type Node } from "../../definition/node.ts";
import type { RootSchema } from "../../document/root-schema.ts";

/** A schema in a definition, in CES's subset of OpenAPI. */
export function authoredSchema(node: Node | undefined, name: string): RootSchema | undefined {
  const schema = field(node, name);
  return schema && { tree: schema.tree, path: schema.path, dialect: "ces" };
}
