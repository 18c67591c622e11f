import type { Toolset } from "../../ir/ir.ts";
import { referencesOf } from "../../schema/references.ts";
import { code, identifier, onlyDeclarations, onlyRuntime, onlyTypes, schemaExpression } from "../code/code.ts";
import type { Module } from "../code/render-module.ts";
import type { ModuleContext } from "./module-context.ts";

/** The JSON Schemas that tools share, each as a function. So schemas are created when needed, may be recursive, and unused ones are removed by bundlers. */
export function schemasModule({ schemas, origin }: Toolset, { banner, runtime }: ModuleContext): Module {
  const SharedSchema = runtime("SharedSchema", "type");
  const statements = [...schemas].map(([name, { json }]) => {
    const references = referencesOf(json).filter((each) => schemas.has(each));
    return code`export ${onlyDeclarations`declare `}function ${identifier(name)}()${onlyTypes`: ${SharedSchema}`}${onlyRuntime` {
  return {
    name: ${name},
    schema: ${schemaExpression(json, references.map(identifier))},
  };
}`}${onlyDeclarations`;`}`;
  });
  return { banner: banner(origin.tree.source.path), namespaces: [], statements };
}
