import type { Toolset } from "../../ir/ir.ts";
import { referencesOf } from "../../schema/references.ts";
import { code, identifier, onlyDeclarations, onlyRuntime, onlyTypes, schemaExpression } from "../code/code.ts";
import type { Module } from "../code/render-module.ts";
import type { ModuleContext } from "./module-context.ts";

/**
 * The module of a toolset's shared JSON Schemas. Each schema is a function, so that it is created when needed, may be recursive, and is
 * removed by bundlers if it is unused.
 */
export function schemasModule({ schemas, origin }: Toolset, { banner, runtime }: ModuleContext): Module {
  const SharedSchema = runtime("SharedSchema", "type");
  const statements = [...schemas].map(([name, { json }]) => {
    const references = referencesOf(json).filter((each) => schemas.has(each));
    const declared = code`export ${onlyDeclarations`declare `}const ${identifier(name)}${onlyDeclarations`: () => ${SharedSchema}`}`;
    const made = schemaExpression(json, references.map(identifier));
    return code`${declared}${onlyRuntime` = ()${onlyTypes`: ${SharedSchema}`} => ({ name: ${name}, schema: ${made} })`};`;
  });
  return { banner: banner(origin.tree.source.path), isUnchecked: true, namespaces: [], statements };
}
