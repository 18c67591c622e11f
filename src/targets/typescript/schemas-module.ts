import type { Toolset } from "../../ir/ir.ts";
import { code, identifier, renderModule, schemaLiteral } from "../code/code.ts";
import { referencesOf } from "../references.ts";
import { bannerFor, type Importing } from "./importing.ts";

/** The JSON Schemas that tools share, a function each: lazy, in circles where they are, and dropped by bundlers where unused. */
export function schemasModule({ schemas, origin }: Toolset, { runtime }: Importing): string {
  const SharedSchema = runtime("SharedSchema", "type");
  const statements = [...schemas].map(([name, { json }]) => {
    const references = referencesOf(json).filter((each) => schemas.has(each));
    return code`export function ${identifier(name)}(): ${SharedSchema} {
  return {
    name: ${name},
    schema: ${schemaLiteral(json, references.map(identifier))},
  };
}`;
  });
  return renderModule({ banner: bannerFor(origin.tree.source.path), namespaces: [], statements });
}
