import type { Toolset } from "../../ir/ir.ts";
import { referencesOf } from "../../schema/references.ts";
import { code, identifier, inDeclarations, inPrograms, inTypes, schemaLiteral } from "../code/code.ts";
import type { Module } from "../code/render-module.ts";
import type { Importing } from "./importing.ts";

/** The JSON Schemas that tools share, a function each: lazy, in circles where they are, and dropped by bundlers where unused. */
export function schemasModule({ schemas, origin }: Toolset, { banner, runtime }: Importing): Module {
  const SharedSchema = runtime("SharedSchema", "type");
  const statements = [...schemas].map(([name, { json }]) => {
    const references = referencesOf(json).filter((each) => schemas.has(each));
    return code`export ${inDeclarations`declare `}function ${identifier(name)}()${inTypes`: ${SharedSchema}`}${inPrograms` {
  return {
    name: ${name},
    schema: ${schemaLiteral(json, references.map(identifier))},
  };
}`}${inDeclarations`;`}`;
  });
  return { banner: banner(origin.tree.source.path), namespaces: [], statements };
}
