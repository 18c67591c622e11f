import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

// What one tool adds to a program, with its messages and its validation: minified by rolldown, compressed by gzip. The page of the
// target has this table too.
const programs: readonly {
  readonly name: string;
  readonly imports: string;
  /** The maximum bytes minified and compressed. */
  readonly minified: number;
  readonly compressed: number;
}[] = [
  {
    name: "GET with JSON and a bearer token",
    imports: `{ getOrder } from "./toolsets/shop/index.js"`,
    minified: 38_680,
    compressed: 15_040,
  },
  { name: "POST with a form", imports: `{ search } from "./toolsets/shop/index.js"`, minified: 42_390, compressed: 16_290 },
  { name: "upload of a file", imports: `{ addPhoto } from "./toolsets/shop/index.js"`, minified: 43_160, compressed: 16_590 },
  { name: "OAuth client", imports: `{ getStock } from "./toolsets/stock/index.js"`, minified: 44_650, compressed: 17_040 },
  {
    name: "tool of an MCP server, without the official client",
    imports: `{ find } from "./toolsets/notes/index.js"`,
    minified: 54_300,
    compressed: 20_370,
  },
  { name: "client function", imports: `{ showOnMap } from "./tools/show_on_map.js"`, minified: 17_300, compressed: 6_900 },
];

const order = { type: "object", properties: { id: { type: "integer" }, total: { type: "number" } }, required: ["id"] };
const answer = { 200: { description: "", content: { "application/json": { schema: order } } } };
const bodyOf = (contentType: string, properties: object) => ({
  required: true,
  content: { [contentType]: { schema: { type: "object", properties } } },
});

const shop = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example" }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/order/{id}": {
      get: {
        operationId: "getOrder",
        description: "Returns an order.",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: answer,
      },
    },
    "/search": {
      post: {
        operationId: "search",
        description: "Searches orders.",
        requestBody: bodyOf("application/x-www-form-urlencoded", { words: { type: "array", items: { type: "string" } } }),
        responses: answer,
      },
    },
    "/photo": {
      post: {
        operationId: "addPhoto",
        description: "Adds a photo.",
        requestBody: bodyOf("multipart/form-data", { photo: { type: "string", contentMediaType: "image/png" } }),
        responses: answer,
      },
    },
  },
};

const stock = {
  ...shop,
  info: { title: "Stock", version: "1" },
  components: {
    securitySchemes: {
      token: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://login.example/token", scopes: {} } } },
    },
  },
  paths: { "/stock": { get: { operationId: "getStock", description: "Returns the stock.", responses: answer } } },
};

const openApi = (displayName: string, document: object) =>
  JSON.stringify({ displayName, openApiToolset: { openApiSchema: JSON.stringify(document) } });

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolsetc-sizes-"));
  const { outputs } = await compileTexts({
    "toolsetc.yaml": "targets: [{ target: typescript, out: generated, emit: js }]",
    "shop.json": openApi("shop", shop),
    "stock.json": openApi("stock", stock),
    "notes.json": JSON.stringify({ displayName: "notes", mcpToolset: { serverAddress: "https://notes.example/mcp" } }),
    "snapshots/notes.tools.json": JSON.stringify({
      tools: [{ name: "find", description: "Finds notes.", inputSchema: { type: "object", properties: { text: { type: "string" } } } }],
    }),
    "show_on_map.json": JSON.stringify({
      displayName: "show_on_map",
      clientFunction: {
        name: "show_on_map",
        description: "Shows a place.",
        parameters: { type: "OBJECT", properties: { label: { type: "STRING" } }, required: ["label"] },
      },
    }),
  });
  for (const { path, text } of outputs[0]?.files ?? []) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});

afterAll(() => rm(folder, { recursive: true }));

test.each(programs)(
  "the program $name has at most $minified bytes, and $compressed when compressed",
  async ({ imports, minified, compressed }) => {
    const code = await bundle(`export ${imports};`);
    const sizes = { minified: code.length, compressed: gzipSync(code, { level: 9 }).byteLength };
    expect(sizes.minified).toBeLessThanOrEqual(minified);
    expect(sizes.compressed).toBeLessThanOrEqual(compressed);
    // A limit that is far away would hide a loss.
    expect(sizes.minified).toBeGreaterThan(0.95 * minified);
  },
);

test("the page of the TypeScript target has the measured sizes of programs", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/targets/typescript.md"), "utf8");
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  for (const { name, minified, compressed } of programs)
    expect(page).toContain(`| ${name} | ${kilobytes(minified)} | ${kilobytes(compressed)} |`);
});

async function bundle(program: string): Promise<string> {
  const entry = join(folder, "program.js");
  const library = join(import.meta.dirname, "../../src/runtime");
  const build = await rolldown({
    input: entry,
    external: /^@modelcontextprotocol\//,
    platform: "browser",
    resolve: {
      alias: {
        "@toolsetc/runtime/mcp": join(library, "mcp/mcp.ts"),
        "@toolsetc/runtime/parts": join(library, "parts.ts"),
        "@toolsetc/runtime": join(library, "index.ts"),
      },
    },
    plugins: [{ name: "program", resolveId: (id) => (id === entry ? id : undefined), load: (id) => (id === entry ? program : undefined) }],
  });
  const { output } = await build.generate({ minify: true });
  await build.close();
  // Parts that are loaded only where they are needed are parts of the program.
  return output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
}
