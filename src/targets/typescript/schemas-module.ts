import type { Toolset } from "../../ir/ir.ts";
import { code, identifier, list, renderModule } from "../code/code.ts";
import { referencesOf } from "../references.ts";
import { bannerFor, type Importing } from "./importing.ts";

/** The JSON Schemas that tools share, a function each: lazy, in circles where they are, and dropped by bundlers where unused. */
export function schemasModule({ schemas, origin }: Toolset, { runtime }: Importing): string {
  const SharedSchema = runtime("SharedSchema", "type");
  const statements = [...schemas].map(([name, { json }]) => {
    const uses = list(
      referencesOf(json)
        .filter((each) => schemas.has(each))
        .map(identifier),
    );
    return code`export function ${identifier(name)}(): ${SharedSchema} {
  return {
    name: ${name},
    schema: ${json},
    uses: ${uses},
  };
}`;
  });
  return renderModule({ banner: bannerFor(origin.tree.source.path), namespaces: [], statements });
}
