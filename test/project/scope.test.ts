import { describe, expect, test } from "vitest";
import type { ProjectResource } from "../../src/project/project.ts";
import { chooseResources, namesOfResource, type Scope } from "../../src/project/scope.ts";
import type { CompileOptions } from "../../src/settings.ts";
import type { JsonObject } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { emitPart } from "../../src/targets/emit.ts";
import { inSteps } from "../../src/targets/target.ts";
import { compileTexts } from "../compile-texts.ts";
import { cpuTime } from "../cpu-time.ts";

// What is asked for of a project comes out as it does of the whole, and nothing else is read for it.
const operations = (...ids: string[]) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, responses: { 200: { description: "It." } } } }])),
  });
const openapi = (name: string, document: string) => `displayName: ${name}\nopenApiToolset: { openApiSchema: ${document} }\n`;

/** Names that are alike in every way: of toolsets, of their folders, of what the index exports, of tools with their prefix and without. */
const alike = {
  "shop.yaml": openapi("shop", "shop.json"),
  "shop.json": operations("items_list", "get"),
  "shop-items.yaml": openapi("shop_items", "items.json"),
  "items.json": operations("list", "get"),
  "one.yaml": openapi("a-b", "one.json"),
  "one.json": operations("get"),
  "two.yaml": openapi("a_b", "two.json"),
  "two.json": operations("get"),
  "three.yaml": openapi("aB", "three.json"),
  "three.json": operations("get"),
  "tool.yaml": "displayName: shop_get\nclientFunction: { name: shop_get, description: Get it. }\n",
  "far.yaml": openapi("far", "far.json"),
  "far.json": operations("get"),
};
const names = ["shop", "shop_items", "a-b", "a_b", "aB", "shop_get", "far"];
/** Of several toolsets, these two write no more than their names. */
const ofNames = "{ target: typescript, out: ts }, { target: openai, out: openai }";
const targets = `targets: [${ofNames}, { target: dotcraft, out: dotcraft }]\n`;

async function filesOf(texts: Record<string, string>, options: CompileOptions = {}) {
  const { outputs, program, allFindings: findings } = await compileTexts(texts, options);
  const files = outputs.flatMap(({ out, files }) => files.map(({ path, text, toolset }) => ({ path: `${out}/${path}`, text, toolset })));
  return { files, program, findings };
}

function asked(name: string, beside: "namesakes" | "exports" | "everything"): CompileOptions {
  return { scope: { toolsets: [name], named: [], beside } };
}

describe.each(["", "naming: operation\n"])("a compilation of one toolset with the settings %j", (naming) => {
  test.each(names)("writes the same files for the toolset %s as a compilation of the whole project", async (name) => {
    for (const beside of ["namesakes", "exports", "everything"] as const) {
      const texts = { ...alike, "toolsetc.yaml": (beside === "exports" ? `targets: [${ofNames}]\n` : targets) + naming };
      const whole = await filesOf(texts);
      const own = whole.program.toolsets.find(({ displayName }) => displayName === name);
      const there = (out: string) =>
        new Set(whole.files.flatMap(({ path }) => (path.startsWith(`${out}/`) ? [path.slice(out.length + 1)] : [])));
      const part = await filesOf(texts, { ...asked(name, beside), filesIn: there });
      expect(part.program.toolsets.map(({ displayName }) => displayName)).toEqual([name]);
      const expected = whole.files.filter(({ toolset }) => toolset === own?.name);
      expect(part.findings).toEqual(whole.findings.filter(({ toolsets }) => toolsets.includes(own?.name ?? "")));
      if (beside !== "namesakes") {
        expect(part.files.filter(({ toolset }) => toolset !== undefined)).toEqual(expected);
        expect(part.files.filter(({ toolset }) => toolset === undefined)).toEqual(
          whole.files.filter(({ toolset }) => toolset === undefined),
        );
      } else expect(part.program.toolsets[0]?.tools.map(({ name: tool }) => tool)).toEqual(own?.tools.map(({ name: tool }) => tool));
    }
  });
});

test("a compilation of one toolset reads only its files, and those of toolsets with similar names", async () => {
  const read = async (options: CompileOptions, config = targets) => {
    const { project } = await compileTexts({ ...alike, "toolsetc.yaml": config }, options);
    return [...project.files.keys()].filter((path) => path.endsWith(".json") && path !== "environment.json");
  };
  const named = (name: string): CompileOptions => ({ scope: { toolsets: [], named: [name], beside: "namesakes" } });
  expect(await read(asked("far", "namesakes"))).toEqual(["far.json"]);
  expect(await read(asked("shop", "namesakes"))).toEqual(["items.json", "shop.json"]);
  expect(await read(named("far.get"))).toEqual(["far.json"]);
  expect(await read(named("far_get"))).toEqual(["far.json"]);
  expect(await read({ input: { kind: "file", path: "far.yaml" }, scope: { toolsets: [], named: [], beside: "namesakes" } })).toEqual([
    "far.json",
  ]);
  // Whose it is does not show.
  expect(await read(named("get"))).toHaveLength(6);
  // Every tool of the project may have its name.
  expect(await read(asked("far", "namesakes"), "naming: operation\n")).toHaveLength(6);
});

test.each(["exports", "everything"] as const)(
  "the root module of a compilation of one toolset has the existing toolsets and this one: %s",
  async (beside) => {
    const texts = { ...alike, "toolsetc.yaml": targets };
    const there = new Set(["toolsets/shop/index.ts"]);
    const { files } = await filesOf(texts, { ...asked("far", beside), filesIn: (out) => (out === "ts" ? there : new Set()) });
    const index = files.find(({ path }) => path === "ts/index.ts")?.text ?? "";
    expect([...index.matchAll(/export \* as (\w+)/g)].map(([, name]) => name)).toEqual(["far", "shop"]);
    expect(new Set(files.map(({ toolset }) => toolset))).toEqual(new Set(["far", undefined]));
  },
);

test("a compilation of one toolset emits names of others only if their files exist", async () => {
  const { program, summary } = await compileTexts({ ...alike, "toolsetc.yaml": targets });
  const requested = { ...program, toolsets: program.toolsets.filter(({ name }) => name === "far") };
  const emitted: string[] = [];
  const steps = inSteps<JsonObject, unknown>({
    emitToolset: ({ toolset: { name } }) => {
      emitted.push(name);
      return { value: [{ path: `${name}.txt`, text: name, toolset: name }], diagnostics: [] };
    },
    emitProgram: ({ files }) => [{ path: "index.txt", text: files.map(({ path }) => path).join() }],
  });
  const target = { name: "names", description: "", page: "", codes: [], options: {}, ...steps };
  const prepared = [{ entry: { target: "names", out: "out", options: {}, origin: undefined }, target, options: {}, resources: undefined }];
  const emitTo = (there: readonly string[]) =>
    emitPart({ program, summary, restored: new Map(), elsewhere: [] }, requested, prepared, {
      filesIn: () => new Set(there),
      readsTexts: () => true,
    }).value[0]?.files.map(({ text }) => text);
  expect(emitTo([])).toEqual(["far", "far.txt"]);
  expect(emitted).toEqual(["far"]);
  expect(emitTo(["shop.txt"])).toEqual(["far", "far.txt,shop.txt"]);
});

test("a compilation of one toolset neither reports errors of others nor fails for them", async () => {
  const broken = {
    "far.yaml": alike["far.yaml"],
    "far.json": alike["far.json"],
    "refused.yaml": openapi("refused", "nowhere.json"),
    "unreadable.yaml": "displayName: x\nopenApiToolset: [",
    "far-more.yaml": openapi("far_more", "nowhere.json"),
    "toolsetc.yaml": "overrides: { refused: { include: [nothing] } }\n",
    "environment.json": '{ "toolsets": { "refused": { "openApiToolset": { "url": "https://a.example" } } } }',
    "server.yaml": "displayName: server\nmcpToolset: { serverAddress: https://a.example/mcp }\n",
    "snapshots/server.tools.json": "{",
  };
  for (const options of [asked("far", "namesakes"), asked("far", "everything"), { input: { kind: "file", path: "far.yaml" } } as const]) {
    const { findings, refused, outputs } = await compileTexts(broken, options);
    expect({ findings, refused, outputs: outputs.length }).toEqual({ findings: [], refused: [], outputs: 1 });
  }
});

describe("toolsets whose names may conflict with that of a requested one", () => {
  const config = { naming: "toolset_operation", overrides: new Map() } as const;
  const scope: Scope = { toolsets: [], named: [], beside: "namesakes" };
  const toolset = (displayName: string): ProjectResource => {
    const tree = parseTree({ path: "a.json", text: JSON.stringify({ displayName, openApiToolset: {} }) });
    return { resource: "toolset", tree, path: [], fallbackName: displayName, app: undefined };
  };
  const nameOf = (resource: ProjectResource) => namesOfResource(resource)[0] ?? "";
  const readWith = (requested: string, all: readonly ProjectResource[]) =>
    chooseResources(all, (resource) => nameOf(resource) === requested, { config, beside: "namesakes", scope }).read.map(nameOf);

  test("have equal names except for `_`, or the name of one begins the name of the other", () => {
    const steps = ["", "a", "B", "_"];
    const every = new Set(steps.flatMap((a) => steps.flatMap((b) => steps.flatMap((c) => steps.map((d) => `x${a}${b}${c}${d}`)))));
    const all = [...every].map(toolset);
    const isSimilar = (one: string, two: string) =>
      one.startsWith(`${two}_`) || two.startsWith(`${one}_`) || one.replaceAll("_", "") === two.replaceAll("_", "");
    for (const name of every) {
      const expected = [...every].filter((other) => isSimilar(name.toLowerCase(), other.toLowerCase()));
      expect(readWith(name, all), name).toEqual(expected);
    }
  });

  test("include all with a very long name", () => {
    const long = "_".repeat(1_000_000);
    expect(readWith("far", [toolset("far"), toolset("near"), toolset(long)])).toEqual(["far", long]);
    expect(readWith(long, [toolset("far"), toolset("near"), toolset(long)])).toEqual(["far", "near", long]);
  });

  test("are found in linear time", () => {
    const all = Array.from({ length: 8000 }, (_empty, index) => toolset(`toolset_number_${index}`));
    const isFirst = (resource: ProjectResource) => nameOf(resource).length < "toolset_number_4000".length;
    expect(cpuTime(() => chooseResources(all, isFirst, { config, beside: "namesakes", scope }), 3000)).toBeLessThan(3000);
  });
});

describe("an OpenAPI document beside the configuration of a project", () => {
  const overrides = "overrides:\n  far: { exclude: [get] }\n  items: { exclude: [get] }\n";
  const compiled = async (config: string) => {
    const input = { kind: "openapi", path: "items.json", include: [], exclude: [] } as const;
    const { program, allFindings } = await compileTexts({ ...alike, "toolsetc.yaml": config }, { input });
    const tools = program.toolsets.flatMap(({ tools }) => tools.map(({ id }) => id));
    return { tools, problems: allFindings.flatMap(({ code, severity }) => (severity === "note" ? [] : [code])) };
  };

  test("compiles with its own overrides, whatever other toolsets have overrides and budgets", async () => {
    const budgets = "budgets: { shop: { maxWarnings: 1 } }\n";
    expect(await compiled(overrides + budgets)).toEqual({ tools: ["list"], problems: ["missing-description"] });
  });

  test.each([
    ["no toolset", "itms"],
    ["a toolset of the document with another name", "shop_items"],
  ])("does not compile if an override belongs to %s, since it may be meant for the document", async (_whose, name) => {
    const { tools, problems } = await compiled(`${overrides}  ${name}: { exclude: [list] }\n`);
    expect({ tools, problems }).toEqual({ tools: [], problems: expect.arrayContaining(["unknown-override"]) });
  });
});
