import type { Compilation } from "../../src/compile.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import type { File } from "../../src/targets/target.ts";
import { transports, valueOf } from "./calls.ts";
import { filesOf, manifestsOf } from "./compiled.ts";

/** A module that type-checks if each value that a tool accepts has the type of its input. JSON is the text of a literal type. */
export function valuesModule(compilation: Compilation): File {
  const modules = filesOf(compilation, "typescript").flat();
  const plain = manifestsOf(compilation).filter(({ tools, schemas }) => [schemas, ...tools.map(({ input }) => input)].every(isPlain));
  const lines = plain.flatMap((manifest) =>
    toolsOf(manifest, transports).flatMap((tool, index) => {
      const { input = {}, name = "" } = manifest.tools[index] ?? {};
      const module = modules.find(({ path, text }) => path.endsWith(".ts") && text.includes(`\n  name: ${JSON.stringify(name)},`));
      // Without a declaration, the input has no members. A module has several tools.
      const type = new RegExp(`: Tool<(\\w+Input),[^=]*${JSON.stringify(name)}`).exec(module?.text ?? "")?.[1];
      if (module === undefined || type === undefined) return [];
      const values = [0, 1, 2, 3].map((seed) => valueOf(input, manifest.schemas, seed));
      const accepted = values.filter((value) => {
        const result = tool.inputSchema["~standard"].validate(value);
        return !(result instanceof Promise) && result.issues === undefined;
      });
      return accepted.map(
        (value) => `((value: ${JSON.stringify(value)}): import("./${module.path.replace(/ts$/, "js")}").${type} => value);`,
      );
    }),
  );
  return { path: "values.ts", text: `export {};\n${lines.join("\n")}\n` };
}

/**
 * Whether types say no less than schemas. Those mean objects and lists where they speak of members and items without a `type`,
 * and to TypeScript every object has certain names, whatever is in it. A discriminator tells types apart and asserts nothing.
 */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const names = Object.keys(value);
  if (names.some((name) => name === "discriminator" || ofEveryObject.has(name))) return false;
  if (!Object.hasOwn(value, "type") && names.some((name) => ofObjectsAndLists.has(name))) return false;
  return Object.values(value).every(isPlain);
}

const ofEveryObject = new Set(["toString", "constructor", "valueOf", "hasOwnProperty"]);
const ofObjectsAndLists = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "propertyNames",
  "required",
  "items",
  "prefixItems",
]);
