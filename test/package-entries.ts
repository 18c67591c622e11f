import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const source = join(import.meta.dirname, "../src");

/** The modules of `src` for what programs import: those of `toolsetc`, and those of `@toolsetc/runtime` under both of their names. */
export const packageEntries: ReadonlyMap<string, string> = new Map([
  ["toolsetc", join(source, "index.ts")],
  ["toolsetc/rule", join(source, "rules/files/file-rule.ts")],
  ["toolsetc/rule-tester", join(source, "rule-tester.ts")],
  ...runtimeEntries().flatMap(([subpath, file]): [string, string][] => [
    [`@toolsetc/runtime${subpath}`, file],
    [subpath.startsWith("/adapters/") ? subpath.replace("/adapters", "toolsetc") : `toolsetc/runtime${subpath}`, file],
  ]),
]);

function runtimeEntries(): [subpath: string, file: string][] {
  const { exports } = JSON.parse(readFileSync(join(source, "runtime/package.json"), "utf8")) as { exports: { [subpath: string]: unknown } };
  return (
    Object.keys(exports)
      // The compiler reads the files of the built package through `own-files`.
      .filter((subpath) => subpath !== "./package.json" && subpath !== "./own-files")
      .map((subpath) => {
        const name = subpath === "." ? "index" : subpath.slice("./".length);
        const file = [`${name}.ts`, `${name}/${name}.ts`].map((path) => join(source, "runtime", path)).find(existsSync);
        if (file === undefined) throw new Error(`There is no module for the entry ${subpath} of the run-time library.`);
        return [subpath.slice(1), file];
      })
  );
}
