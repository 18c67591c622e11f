import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runtimeFiles } from "@toolsetc/runtime/own-files";
import { afterAll, describe, expect, test } from "vitest";
import { importsOf } from "../../scripts/imports-of.mjs";
import { prepareTargets } from "../../src/targets/emit.ts";
import { targets } from "../../src/targets/index.ts";
import { subpaths } from "../../src/targets/typescript/library.ts";
import { typescriptTarget } from "../../src/targets/typescript/typescript.ts";
import { compilers, isLong } from "../long.ts";
import { options, program } from "./program.ts";

const root = join(import.meta.dirname, "../..");
const library = await runtimeFiles();
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "toolsetc-copy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [shop, page] = program.toolsets;
const of = (...toolsets: (typeof program.toolsets)[number][]) => ({ toolsets, agents: [], folder: "" });

function emit(given: Partial<Parameters<typeof typescriptTarget.emit>[1]>, from = program): Map<string, string> {
  const files = typescriptTarget.emit(from, { ...options, runtime: "copy", ...given }, library).value;
  return new Map(files.map(({ path, text }) => [path, text]));
}

function copied(files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].flatMap((path) => (path.startsWith("runtime/") ? [path.slice("runtime/".length)] : []));
}

describe("the copy of the run-time library", () => {
  test("is written only if the configuration asks for it, and is not loaded otherwise", async () => {
    const files = typescriptTarget.emit(program, options).value.map(({ path }) => path);
    expect(files.filter((path) => path.startsWith("runtime/"))).toEqual([]);
    const ownOf = async (runtime?: string) => {
      const entry = { target: "typescript", out: "generated", options: runtime === undefined ? {} : { runtime }, origin: undefined };
      return (await prepareTargets([entry], () => ({}))).value.map(({ resources: own }) => own);
    };
    expect(await ownOf()).toEqual([undefined]);
    expect(await ownOf("copy")).toEqual([library]);
  });

  test("has the core of the library, and for each used kind only what this kind needs", () => {
    const core = ["core.d.ts", "core.js", "index.d.ts", "index.js"];
    const parts = ["parts.d.ts", "parts.js", "requests.d.ts", "requests.js"];
    expect(copied(emit({}, of(shop!))).sort()).toEqual([...core, ...parts].sort());
    expect(copied(emit({}, of(page!))).sort()).toEqual(core);
    const remote = { ...page!, endpoint: { ...page!.endpoint, kind: "mcp" as const } };
    expect(copied(emit({}, of(remote))).sort()).toEqual(
      [...core, ...["mcp", "requests", "shared"].flatMap((name) => [`${name}.d.ts`, `${name}.js`])].sort(),
    );
  });

  test("has the same files as the package, except for the first line", () => {
    const files = emit({ subpaths: ["mcp"] });
    for (const path of copied(files)) expect(files.get(`runtime/${path}`)?.split("\n").slice(2).join("\n")).toBe(library.get(path));
  });

  test("imports only files that are in it", () => {
    for (const form of ["ts", "js"] as const) {
      const files = emit({ emit: form });
      for (const [path, text] of files) {
        if (path.endsWith(".json")) continue;
        for (const fileName of importsOf(path, text)) expect([...files.keys()]).toContain(moduleNamed(fileName, path));
      }
    }
  });

  /** The file that an import names. Generated modules of TypeScript name modules of TypeScript as JavaScript. */
  function moduleNamed(fileName: string, from: string): string {
    const path = join(dirname(from), fileName);
    if (from.endsWith(".d.ts")) return path.replace(/\.js$/, ".d.ts");
    return from.endsWith(".ts") && !path.startsWith("runtime/") ? path.replace(/\.js$/, ".ts") : path;
  }

  test("has the configured subpaths, which are those of the package", () => {
    // What generated modules reach by themselves, and what is not of the run-time library.
    const others = [
      ".",
      "./package.json",
      "./runtime",
      "./runtime/parts",
      "./runtime/mcp",
      "./runtime/connector",
      "./runtime/tls",
      "./runtime/stdio",
      "./rule",
      "./rule-tester",
    ];
    const published = Object.keys(exports)
      .filter((name) => !others.includes(name))
      .map((name) => name.slice("./".length));
    expect(published.sort()).toEqual([...subpaths].sort());
    for (const name of published) {
      const module = name.startsWith("runtime/") ? name.slice("runtime/".length) : `adapters/${name}`;
      expect(copied(emit({ subpaths: [name] }))).toContain(`${module}.js`);
    }
    expect(targets.find(({ name }) => name === "typescript")?.options.subpaths).toMatchObject({ values: subpaths, default: [] });
  });

  test("is in ASCII", () => {
    expect([...library].filter(([, text]) => !/^[\n\x20-\x7e]*$/.test(text)).map(([path]) => path)).toEqual([]);
  });
});

const use = (ending: string) => `import { ToolError } from "./generated/runtime/index${ending}";
import { type GetOrderOutput, getOrder } from "./generated/toolsets/shop/index${ending}";

declare const process: { readonly argv: readonly string[] };

const order: GetOrderOutput = await getOrder.execute({ id: "a/b" }, { environment: { openApiToolset: { url: process.argv[2]! } } });
const refused = await getOrder.execute({ id: 7 as never }).catch((error: unknown) => error);
console.log(order.total, refused instanceof ToolError && refused.code);
`;

/** Stricter than most projects are: what is copied is the user's own code to the compiler. */
const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // All declarations are checked but those of TypeScript itself.
  skipLibCheck: false,
  skipDefaultLibCheck: true,
};

describe.each(["ts", "js"] as const)("output in the form %s with a copy of the run-time library", (form) => {
  // By default, the compilation of the program below is the one with "nodenext", and of the others one is enough.
  const modules = [
    ["nodenext", "nodenext", "js"],
    ["preserve", "bundler", "none"],
  ] as const;
  test.each(isLong ? modules : modules.slice(form === "ts" ? 1 : 2))(
    "has no errors under tsc with the module kind %s",
    async (module, moduleResolution, importExtension) => {
      const project = writeProject(`${form}-${module}`, form, importExtension);
      const settings = { ...compilerOptions, module, moduleResolution, noEmit: true };
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, include: ["use.ts", "generated"] }));
      for (const compiler of compilers) expect(await tsc(compiler, project)).toBe("");
    },
    120_000,
  );

  test("has no errors, and a tool calls a server, in plain Node", async () => {
    const project = writeProject(`${form}-run`, form, "js");
    const settings = { ...compilerOptions, module: "nodenext", rootDir: ".", outDir: "out" };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, include: ["use.ts", "generated"] }));
    expect(await tsc("typescript7", project)).toBe("");
    // TypeScript leaves JavaScript where it is.
    const javascript = form === "js" ? "generated" : "generated/runtime";
    cpSync(join(project, javascript), join(project, "out", javascript), { recursive: true });
    const arrived: string[] = [];
    const server = createServer((request, response) => {
      arrived.push(request.url ?? "");
      response.setHeader("content-type", "application/json").end('{"total":12.5}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // It listens on a port.
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [join(project, "out/use.js"), `http://127.0.0.1:${port}`]);
      expect([stdout.trim(), arrived]).toEqual(["12.5 invalid-arguments", ["/orders/a%2Fb"]]);
    } finally {
      server.close();
    }
  }, 120_000);
});

test("has no errors for every kind, and for each subpath beside its SDK", async () => {
  const kinds = ["mcp", "connector"] as const;
  const others = kinds.map((kind) => ({ ...page!, name: kind, displayName: kind, endpoint: { ...page!.endpoint, kind } }));
  // By default, without most SDKs, whose declarations take long to read; the adapters' own are checked with them as source.
  const tried = subpaths.filter((name) => isLong || name.startsWith("runtime/") || name === "openai");
  const published = tried.filter((name) => Object.hasOwn(exports, `./${name}`));
  const project = join(folder, "whole");
  writeFiles(project, emit({ subpaths: published }, { ...program, toolsets: [...program.toolsets, ...others] }));
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  // The SDKs' own declarations are not ours to check; Node's are there for certificates.
  const settings = { ...compilerOptions, module: "nodenext", noEmit: true, skipLibCheck: true, types: ["node"] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, include: ["generated"] }));
  // Of all SDKs, TypeScript 5 takes long; `npm run test:adapter-types` has it read their declarations too.
  for (const compiler of compilers) expect(await tsc(compiler, project)).toBe("");
}, 120_000);

function writeProject(name: string, form: "ts" | "js", importExtension: "js" | "none"): string {
  const project = join(folder, name);
  writeFiles(project, emit({ emit: form, importExtension }));
  writeFileSync(join(project, "use.ts"), use(importExtension === "none" ? "" : ".js"));
  expect(existsSync(join(project, "node_modules/toolsetc"))).toBe(false);
  return project;
}

function writeFiles(project: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(project, "generated", path)), { recursive: true });
    writeFileSync(join(project, "generated", path), text);
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
}

/** What a compiler says. */
async function tsc(compiler: string, project: string): Promise<string> {
  const args = [join(root, "node_modules", compiler, "bin/tsc"), "-p", project];
  // What is thrown has the output that the process wrote.
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}
