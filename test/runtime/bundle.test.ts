import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { EdgeVM } from "@edge-runtime/vm";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";
import { type Loopback, startLoopback } from "./loopback.ts";

const runtime = join(import.meta.dirname, "../../src/runtime");
const certificate = rootCertificates[0]?.replace(/-----[A-Z ]+-----|\n/g, "");
let folder: string;
let service: Loopback;

const operation = (id: string, schema: string) => ({
  get: {
    operationId: id,
    description: `description-of-${id}`,
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" } },
      // Many tools have these properties, so each is a constant of its module.
      { name: "sort", in: "query", description: `sort-of-${schema}. This text is long enough for a constant.`, schema: { type: "string" } },
      { name: "filter", in: "query", schema: { type: "object", properties: { ["__proto__"]: { const: `proto-of-${schema}` } } } },
    ],
    responses: { 200: { description: "", content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } } },
  },
});

const shop = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example" }],
  paths: { "/order/{id}": operation("getOrder", "Order"), "/customer/{id}": operation("getCustomer", "Customer") },
  components: {
    schemas: {
      Shared: { title: "schema-shared", type: ["object", "null"] },
      Order: { title: "schema-order", type: "object", required: ["total"], properties: { of: { $ref: "#/components/schemas/Shared" } } },
      Customer: { title: "schema-customer", type: "object", properties: { of: { $ref: "#/components/schemas/Shared" } } },
    },
  },
};

/** Tools that share modules: those with a tag, and those without. */
const many = {
  ...shop,
  info: { title: "Many", version: "1" },
  paths: Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => {
      const { get } = operation(`get${index}`, index % 2 === 0 ? "Order" : "Customer");
      return [`/${index < 90 ? "a" : "b"}/${index}/{id}`, { get: { ...get, ...(index < 60 ? { tags: ["Sales"] } : {}) } }];
    }),
  ),
};

/** Two tools as they are published, which share one schema and have one each of their own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolsetc-bundle-"));
  const { outputs } = await compileTexts({
    "toolsetc.yaml": "targets: [{ target: typescript, out: generated, emit: js }]",
    "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(shop) } }),
    "many.json": JSON.stringify({ displayName: "many", openApiToolset: { openApiSchema: JSON.stringify(many) } }),
  });
  // Of what needs Node, a copy of the library beside it.
  const copied = await compileTexts({
    "toolsetc.yaml": "targets: [{ target: typescript, out: generated, emit: js, runtime: copy }]",
    "trusting.json": JSON.stringify({
      displayName: "trusting",
      openApiToolset: { openApiSchema: JSON.stringify(shop), tlsConfig: { caCerts: [{ displayName: "any", cert: certificate }] } },
    }),
    "program.json": JSON.stringify({ displayName: "program", mcpToolset: { stdio: { command: ["node"] } } }),
    "snapshots/program.tools.json": JSON.stringify({ tools: [{ name: "find", inputSchema: { type: "object" } }] }),
  });
  const files: { readonly [path: string]: string } = {
    "one.js": `export { getOrder } from "./toolsets/shop/index.js";`,
    "one-of-many.js": `export { get8 } from "./toolsets/many/index.js";`,
    "module-of-many.js": `export { get8 } from "./toolsets/many/tools/Sales.js";`,
    "none.js": `import "./toolsets/shop/index.js";`,
    "manifest.js": `import manifest from "./toolsets/shop/toolset.json";\nimport { toolsOf } from "@toolsetc/runtime/manifest";\nexport const [, getOrder] = toolsOf(manifest);`,
    "node.js": `export { getOrder } from "./copied/toolsets/trusting/index.js";\nexport { find } from "./copied/toolsets/program/index.js";`,
    "ai-sdk.js": `import { aiSdk } from "toolsetc/ai-sdk";\nimport { getOrder } from "./toolsets/shop/index.js";\nexport const { tools } = aiSdk([getOrder]);`,
  };
  const written = [
    ...(outputs[0]?.files ?? []),
    ...(copied.outputs[0]?.files ?? []).map(({ path, text }) => ({ path: `copied/${path}`, text })),
    ...Object.entries(files).map(([path, text]) => ({ path, text })),
  ];
  for (const { path, text } of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  service = await startLoopback();
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"of":null}');
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function bundle(entry: string, external: string[] = [], format: "esm" | "iife" = "esm"): Promise<string> {
  const build = await rolldown({
    input: join(folder, entry),
    external,
    platform: "browser",
    resolve: {
      modules: [join(import.meta.dirname, "../../node_modules")],
      alias: {
        "@toolsetc/runtime/manifest": join(runtime, "manifest.ts"),
        "@toolsetc/runtime/parts": join(runtime, "parts.ts"),
        "@toolsetc/runtime": join(runtime, "index.ts"),
        "toolsetc/ai-sdk": join(runtime, "adapters/ai-sdk.ts"),
      },
    },
  });
  const { output } = await build.generate({ format, name: "bundled", minify: true });
  await build.close();
  return output[0].code;
}

test("a bundle that imports one tool contains no other tool and none of its schemas", async () => {
  const code = await bundle("one.js");
  for (const kept of ["description-of-getOrder", "schema-order", "schema-shared"]) expect(code).toContain(kept);
  for (const dropped of ["description-of-getCustomer", "schema-customer"]) expect(code).not.toContain(dropped);
});

test.each(["one-of-many.js", "module-of-many.js"])("a bundler omits the other tools of a module, and their schemas: %s", async (entry) => {
  const code = await bundle(entry);
  expect(code.match(/description-of-\w+/g)).toEqual(["description-of-get8"]);
  for (const kept of ["schema-order", "sort-of-Order", "proto-of-Order"]) expect(code).toContain(kept);
  for (const dropped of ["schema-customer", "sort-of-Customer", "proto-of-Customer"]) expect(code).not.toContain(dropped);
});

test("a bundle that uses no tool is empty", async () => {
  expect((await bundle("none.js")).trim()).toBe("");
});

test.each(["one.js", "ai-sdk.js"])("a bundle of one tool with its transport has at most 39 KiB when compressed: %s", async (entry) => {
  const code = await bundle(entry);
  const bytes = gzipSync(code).byteLength;
  expect(bytes).toBeLessThanOrEqual(39 * 1024);
  // Less than this, and the transport is not in it.
  expect(bytes).toBeGreaterThan(6 * 1024);
});

test.each(["one.js", "manifest.js", "ai-sdk.js"])(
  "a bundle for a browser uses no part of Node, and makes no code from text: %s",
  async (entry) => {
    const code = await bundle(entry, [], "iife");
    expect(code).not.toMatch(/\bnode:|\brequire\(|\bimport\b|\bprocess\.|\bBuffer\b|\beval\(|\bnew Function\b|\bFunction\(/);
  },
);

/** What a call gives in a realm of its own: the answer, what did not match in it, and the code of a refusal. */
const calls = (baseUrl: string) => `
  const seen = [];
  const options = { baseUrl: ${JSON.stringify(baseUrl)}, onMismatch: ({ issues }) => seen.push(...issues.map(({ message }) => message)) };
  bundled.getOrder.execute({ id: 7 }, options)
    .then((answer) => bundled.getOrder.execute({ id: "x" }, options).catch((error) => JSON.stringify([answer, seen, error.code])));`;
const outcome = '[{"of":null},["\\"/total\\" is required."],"invalid-arguments"]';

test.each(["one.js", "manifest.js"])("a tool works in an edge runtime: %s", async (entry) => {
  const edge = new EdgeVM({ initialCode: await bundle(entry, [], "iife") });
  expect(edge.evaluate("typeof process + typeof require + typeof Buffer")).toBe("undefinedundefinedundefined");
  expect(() => edge.evaluate('new Function("return 1")')).toThrow("Code generation from strings disallowed");
  const before = service.arrivals.length;
  expect(await edge.evaluate(calls(service.address))).toBe(outcome);
  expect(service.arrivals.slice(before).map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /order/7"]);
});

test("a bundle for a browser refuses calls with certificates and local programs, which need Node", async () => {
  const edge = new EdgeVM({ initialCode: await bundle("node.js", ["@modelcontextprotocol/client"], "iife") });
  const refusals = `Promise.all([bundled.getOrder.execute({ id: 7 }), bundled.find.execute({})].map((call) => call.catch(({ code }) => code)))`;
  expect(await edge.evaluate(`${refusals}.then((codes) => codes.join())`)).toBe("unsupported-tls,unsupported-stdio");
});

test.each(["one.js", "manifest.js"])("a tool works where there are only web standards: %s", async (entry) => {
  const code = await bundle(entry, [], "iife");
  const { URL, URLSearchParams, Headers, Request, Response, Blob, AbortController, AbortSignal, TextDecoder, TextEncoder } = globalThis;
  const { atob, btoa, crypto, structuredClone, setTimeout, clearTimeout, fetch } = globalThis;
  const classes = { URL, URLSearchParams, Headers, Request, Response, Blob, AbortController, AbortSignal, TextDecoder, TextEncoder };
  const standards = { ...classes, atob, btoa, crypto, structuredClone, setTimeout, clearTimeout, fetch };
  const context = createContext(standards, { codeGeneration: { strings: false, wasm: false } });
  expect(runInContext("typeof process + typeof require + typeof Buffer", context)).toBe("undefinedundefinedundefined");
  expect(await runInContext(`${code};${calls(service.address)}`, context)).toBe(outcome);
});
