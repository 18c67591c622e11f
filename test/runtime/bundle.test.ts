import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";

const runtime = join(import.meta.dirname, "../../src/runtime/index.ts");
let folder: string;

/** A folder as the compiler writes it: two tools, which share one schema and have one each of their own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolsetc-bundle-"));
  await mkdir(join(folder, "tools"));
  const tool = (name: string, used: string) => `
import { defineTool } from "toolsetc/runtime";
import { ${used}, Shared } from "../schemas.js";
import { toolset } from "../toolset.js";
export const ${name} = /* @__PURE__ */ defineTool({
  toolset, id: "${name}", name: "shop_${name}", description: "description-of-${name}",
  input: { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false },
  output: { $ref: ${used} },
  http: { method: "GET", path: "/${name}/{id}" },
});`;
  const files: { readonly [path: string]: string } = {
    "toolset.js": `import { defineToolset, http } from "toolsetc/runtime";
export const toolset = /* @__PURE__ */ defineToolset({ format: 1, name: "shop", displayName: "Shop", connection: { kind: "openapi", definition: {}, servers: [], securitySchemes: {}, timeout: 1000, environments: {}, defaultEnvironment: null }, transport: http });`,
    "schemas.js": `export function Shared() { return { name: "Shared", schema: { title: "schema-shared" } }; }
export function Order() { return { name: "Order", schema: { title: "schema-order", type: "object", required: ["total"], properties: { of: { $ref: Shared } } } }; }
export function Customer() { return { name: "Customer", schema: { title: "schema-customer", $ref: Shared } }; }`,
    "tools/get_order.js": tool("getOrder", "Order"),
    "tools/get_customer.js": tool("getCustomer", "Customer"),
    "index.js": `export { getOrder } from "./tools/get_order.js"; export { getCustomer } from "./tools/get_customer.js";`,
    "one.js": `export { getOrder } from "./index.js";`,
    "none.js": `import "./index.js";`,
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function bundle(entry: string, external: string[] = [], format: "esm" | "iife" = "esm"): Promise<string> {
  const build = await rolldown({
    input: join(folder, entry),
    external,
    resolve: { alias: { "toolsetc/runtime": runtime } },
  });
  const { output } = await build.generate({ format, name: "bundled", minify: true });
  await build.close();
  return output[0].code;
}

test("a bundle that imports one tool holds no other, nor its schemas", async () => {
  const code = await bundle("one.js");
  for (const kept of ["description-of-getOrder", "schema-order", "schema-shared"]) expect(code).toContain(kept);
  for (const dropped of ["description-of-getCustomer", "schema-customer"]) expect(code).not.toContain(dropped);
});

test("a bundle that uses no tool is empty", async () => {
  expect((await bundle("none.js")).trim()).toBe("");
});

test("one tool with its transport is small", async () => {
  const code = await bundle("one.js", ["@cfworker/json-schema"]);
  const bytes = gzipSync(code).byteLength;
  expect(bytes).toBeLessThanOrEqual(25 * 1024);
  expect(bytes).toBeGreaterThan(3 * 1024);
});

test("nothing but web standards is needed, and no code is made from text", async () => {
  const code = await bundle("one.js", [], "iife");
  const {
    URL,
    URLSearchParams,
    Headers,
    Request,
    Response,
    Blob,
    AbortController,
    TextDecoder,
    TextEncoder,
    atob,
    btoa,
    crypto,
    structuredClone,
    setTimeout,
    clearTimeout,
  } = globalThis;
  const sent: string[] = [];
  const fetch = (request: Request) => {
    sent.push(request.url);
    return Promise.resolve(Response.json({ of: null }));
  };
  const standards = {
    URL,
    URLSearchParams,
    Headers,
    Request,
    Response,
    Blob,
    AbortController,
    TextDecoder,
    TextEncoder,
    atob,
    btoa,
    crypto,
    structuredClone,
    setTimeout,
    clearTimeout,
    fetch,
  };
  const context = createContext({ ...standards }, { codeGeneration: { strings: false, wasm: false } });
  expect(runInContext("typeof process + typeof require + typeof Buffer", context)).toBe("undefinedundefinedundefined");
  const outcome: unknown = await runInContext(
    `${code};
    const seen = [];
    bundled.getOrder.execute({ id: 7 }, { baseUrl: "https://shop.example", onMismatch: ({ issues }) => seen.push(...issues.map(({ message }) => message)) })
      .then((answer) => bundled.getOrder.execute({ id: "x" }).catch((error) => JSON.stringify([answer, seen, error.code])));`,
    context,
  );
  expect(sent).toEqual(["https://shop.example/getOrder/7"]);
  expect(outcome).toBe('[{"of":null},["\\"/total\\" is required."],"invalid-arguments"]');
});
