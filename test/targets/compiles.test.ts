import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typescript } from "../../src/targets/typescript/typescript.ts";
import { program } from "./program.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));

/** What a program does with the folder, and what it must not get away with. */
const use = (ending: string) => `import { agents, getTime, shop, page } from "./generated/index${ending}";
import type { Overlay } from "./generated/toolsets/shop/index${ending}";

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

beforeAll(() => {
  // The library as users have it: as declarations, by the name of its package.
  const library = join(folder, "node_modules/toolsetc");
  mkdirSync(library, { recursive: true });
  writeFileSync(
    join(library, "package.json"),
    JSON.stringify({ name: "toolsetc", type: "module", exports: { "./runtime": { types: "./runtime/index.d.ts" } } }),
  );
  const settings = {
    extends: join(root, "tsconfig.build.json"),
    compilerOptions: { emitDeclarationOnly: true, outDir: library, rootDir: join(root, "src"), types: [] },
    include: [join(root, "src/runtime")],
  };
  writeFileSync(join(folder, "library.json"), JSON.stringify(settings));
  run("typescript", ["-p", join(folder, "library.json")]);
  symlinkSync(join(root, "node_modules/@cfworker"), join(folder, "node_modules/@cfworker"));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["nodenext", "nodenext", "js"],
  ["preserve", "bundler", "none"],
] as const)("with module %s and resolution %s", (module, moduleResolution, importExtension) => {
  test.each(["typescript", "typescript7"])(
    "the generated folder has no errors under %s",
    (compiler) => {
      const project = join(folder, `${compiler}-${module}`);
      const options = { emit: "ts", importExtension, runtime: "toolsetc/runtime" } as const;
      for (const { path, text } of typescript.emit(program, options).value) {
        mkdirSync(dirname(join(project, "generated", path)), { recursive: true });
        writeFileSync(join(project, "generated", path), text);
      }
      writeFileSync(join(project, "use.ts"), use(importExtension === "none" ? "" : ".js"));
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
        skipLibCheck: false,
        noEmit: true,
      };
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
      expect(run(compiler, ["-p", project])).toBe("");
    },
    120_000,
  );
});

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
