import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uncheckedComment } from "../../src/targets/code/render-module.ts";
import { typescriptTarget } from "../../src/targets/typescript/typescript.ts";
import { compilers } from "../long.ts";
import { options, program } from "./program.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));

/** What a program does with the folder, and what it must not get away with. */
const use = (folder: string, ending: string) => `import { agents, getTime, shop, page } from "./${folder}/index${ending}";
import type { Overlay } from "./${folder}/toolsets/shop/index${ending}";

const overlay: Overlay = { openApiToolset: { url: "https://example.com" } };
const [getOrder, remove] = shop.tools({ environment: overlay });
shop.tools({ environment: "dev" });
// @ts-expect-error There is no such environment.
shop.tools({ environment: "prod" });
// @ts-expect-error The value of the placeholder is missing.
shop.tools({ environment: { openApiToolset: {} } });

const order: shop.GetOrderOutput = await getOrder.execute({ id: "1" });
const total: number | undefined = order.total;
const items: shop.types.Item[] | undefined = order.items;
// @ts-expect-error The identifier is missing.
await getOrder.execute({});
// @ts-expect-error There is no such member.
await getOrder.execute({ id: "1", more: true });

page.tools({ handlers: { page_show_map: ({ id }) => ({ shown: id }) } });
// @ts-expect-error There is no such function.
page.tools({ handlers: { page_show: () => ({}) } });

const name: "shop_getOrder" = getOrder.name;
const names: readonly ["shop_getOrder", "shop_delete"] = shop.names;
const group: readonly ["shop_getOrder"] = shop.groups.orders;
const agent: readonly ["shop_getOrder", "get_time"] = agents["Root agent"];
export { agent, getTime, group, items, name, names, remove, total };
`;

/** Declarations say of each module what the compiler finds in its source. */
const same = (ending: string) => `import * as one from "./generated/index${ending}";
import * as oneToolset from "./generated/toolsets/shop/toolset${ending}";
import * as oneSchemas from "./generated/toolsets/shop/schemas${ending}";
import * as other from "./published/index${ending}";
import * as otherToolset from "./published/toolsets/shop/toolset${ending}";
import * as otherSchemas from "./published/toolsets/shop/schemas${ending}";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
export const root: Same<typeof one.agents, typeof other.agents> = true;
export const names: Same<typeof one.shop.names, typeof other.shop.names> = true;
export const groups: Same<typeof one.shop.groups, typeof other.shop.groups> = true;
export const all: Same<typeof one.shop.allTools, typeof other.shop.allTools> = true;
export const tools: Same<typeof one.shop.tools, typeof other.shop.tools> = true;
export const toolset: Same<typeof oneToolset, typeof otherToolset> = true;
export const schemas: Same<typeof oneSchemas, typeof otherSchemas> = true;
export const members: Same<keyof typeof one.shop, keyof typeof other.shop> = true;
`;

beforeAll(() => {
  // The library as users have it: as declarations, by the name of its package.
  const library = join(folder, "node_modules/toolsetc");
  cpSync(join(root, "src/runtime/compiled"), library, { recursive: true, filter: (path) => !/\.js$|\/adapters$/.test(path) });
  writeFileSync(
    join(library, "package.json"),
    JSON.stringify({
      name: "toolsetc",
      type: "module",
      exports: { "./runtime": { types: "./index.d.ts" }, "./runtime/parts": { types: "./parts.d.ts" } },
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["nodenext", "nodenext", "js"],
  ["preserve", "bundler", "none"],
] as const)("with module %s and resolution %s", (module, moduleResolution, importExtension) => {
  test.each(compilers)(
    "the generated folders have no errors and are alike under %s",
    (compiler) => {
      const project = join(folder, `${compiler}-${module}`);
      for (const [out, emit] of [
        ["generated", "ts"],
        ["published", "js"],
      ] as const) {
        for (const { path, text } of typescriptTarget.emit(program, { ...options, emit, importExtension }).value) {
          mkdirSync(dirname(join(project, out, path)), { recursive: true });
          writeFileSync(join(project, out, path), text.replace(`${uncheckedComment}\n`, ""));
        }
      }
      const ending = importExtension === "none" ? "" : ".js";
      writeFileSync(join(project, "use.ts"), use("generated", ending));
      writeFileSync(join(project, "use-published.ts"), use("published", ending));
      writeFileSync(join(project, "same.ts"), same(ending));
      writeFileSync(join(project, "package.json"), `{ "type": "module" }`);
      const compilerOptions = {
        target: "es2023",
        lib: ["es2023", "dom", "dom.iterable"],
        types: [],
        module,
        moduleResolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        isolatedModules: true,
        noUnusedLocals: true,
        // All declarations are checked but those of TypeScript itself.
        skipLibCheck: false,
        skipDefaultLibCheck: true,
        noEmit: true,
      };
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
      expect(run(compiler, ["-p", project])).toBe("");
    },
    120_000,
  );
});

test.each(compilers)(
  "%s reports a missing run-time library, or one of another format, though it skips modules of data",
  (compiler) => {
    const project = join(folder, `library-${compiler}`);
    for (const [out, runtime] of [
      ["absent", "no-library"],
      ["other", "./library"],
    ] as const) {
      for (const { path, text } of typescriptTarget.emit(program, { ...options, runtime }).value) {
        mkdirSync(dirname(join(project, out, path)), { recursive: true });
        writeFileSync(join(project, out, path), text);
      }
    }
    // The format of a later library.
    writeFileSync(
      join(project, "other/library.ts"),
      `export * from "toolsetc/runtime";\nexport declare function defineToolset(definition: { readonly format: 3 }): import("toolsetc/runtime").Toolset;\n`,
    );
    writeFileSync(join(project, "package.json"), `{ "type": "module" }`);
    const compilerOptions = { target: "es2023", types: [], module: "nodenext", strict: true, skipLibCheck: true, noEmit: true };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
    const errors = run(compiler, ["-p", project]).split("\n");
    const reported = (file: string, error: string) =>
      expect(errors).toContainEqual(expect.stringMatching(new RegExp(`/${file}\\(.* error ${error}`)));
    reported("absent/toolsets/shop/index.ts", "TS2307: Cannot find module 'no-library'");
    reported("other/toolsets/shop/toolset.ts", "TS2322: Type '2' is not assignable to type '3'");
    expect(errors.filter((line) => /toolsets\/\w+\/(?:tools\/|schemas)/.test(line))).toEqual([]);
  },
  120_000,
);

/** What a compiler says. */
function run(compiler: string, parameters: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [join(root, "node_modules", compiler, "bin/tsc"), ...parameters], {
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    // What `execFileSync` throws has the output that the process wrote.
    return (error as { stdout: string }).stdout;
  }
}
