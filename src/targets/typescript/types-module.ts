import type { Toolset } from "../../ir/ir.ts";
import type { Module } from "../code/render-module.ts";
import { withoutCircularAliases } from "../types/declarations.ts";
import { declaration } from "../types/print-type.ts";
import { type TypeContext, typeOfSchema } from "../types/type-of-schema.ts";
import type { Importing } from "./importing.ts";

/** The types of the schemas that tools share. */
export function typesModule({ schemas, origin }: Toolset, context: TypeContext, { banner }: Importing): Module {
  const types = withoutCircularAliases(new Map([...schemas].map(([name, { json }]) => [name, typeOfSchema(json, context)])));
  const printing = { qualifier: "", onReference: () => undefined };
  const statements = [...types].map(([name, type]) => declaration(name, type, { schema: schemas.get(name)?.json ?? true, printing }));
  return { banner: banner(origin.tree.source.path), namespaces: [], statements };
}
