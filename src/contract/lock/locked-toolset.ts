import type { ConvertedSchema } from "../../schema/convert/converted.ts";
import { isObject, itemsIn, type Json, member } from "../../source/json/json.ts";
import { originOfValue, type Path, type Tree } from "../../source/tree.ts";
import type { ChangedToolset } from "../changes/change-origin.ts";

/** The parts of a toolset in its lock. */
export function lockedToolset(name: string, tree: Tree): ChangedToolset {
  const schemaAt = (json: Json | undefined, ...path: Path): ConvertedSchema => ({
    json: isObject(json) ? json : {},
    origin: originOfValue(tree, path),
    moves: [],
  });
  const schemas = member(tree.data, "schemas");
  const tools = itemsIn(member(tree.data, "tools") ?? null).map((tool, index) => ({
    id: String(member(tool, "id")),
    name: String(member(tool, "name")),
    input: schemaAt(member(tool, "input"), "tools", index, "input"),
    output: schemaAt(member(tool, "output"), "tools", index, "output"),
    origin: originOfValue(tree, ["tools", index]),
  }));
  const shared = isObject(schemas) ? Object.entries(schemas).map(([key, json]) => [key, schemaAt(json, "schemas", key)] as const) : [];
  return { name, tools, schemas: new Map(shared), origin: originOfValue(tree, []) };
}
