import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type BuiltProgram, loadBuiltProgram } from "./built-run.ts";

/** A project beside a cache of its own, and the built program, which remembers its runs there. */
export interface CachedProject<Own> {
  readonly folder: string;
  readonly root: string;
  readonly cache: string;
  readonly files: typeof shared & Own;
  /** Only while a test runs. */
  readonly built: () => BuiltProgram;
  readonly put: (path: string, text: string) => void;
  /** Replaces a text of a file, which must be there. */
  readonly edit: (path: string, from: string, to: string) => void;
}

export const operation = (id: string, more = "") =>
  `  /${id}: { get: { operationId: ${id}, ${more}responses: { "200": { description: It. } } } }\n`;

export const document = (title: string, paths: string) =>
  `openapi: 3.0.3\ninfo: { title: ${title}, version: "1" }\nservers: [{ url: https://${title}.example }]\npaths:\n${paths}`;

const shared = {
  "dev.json": '{ "toolsets": { "shop": { "openApiToolset": { "url": "https://dev.example" } } } }\n',
  "prod.json": '{ "toolsets": { "shop": { "openApiToolset": { "url": "https://prod.example" } } } }\n',
  "shop/shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.openapi.yaml, url: $env_var }\n",
  "shop/shop.openapi.yaml": document(
    "shop",
    operation("get_it", 'tags: [get_it], parameters: [{ $ref: "parts.yaml#/q" }], ') + operation("get_other", "tags: [get_other], "),
  ),
  "shop/parts.yaml": "q: { name: q, in: query, schema: { type: string } }\n",
  "orders.yaml": "displayName: orders\nmcpToolset: { serverAddress: https://orders.example/mcp }\n",
  "known.json": '{ "formatVersion": "1.0", "findings": [] }\n',
};

/** Writes the project, with these files besides the shared ones, and removes the cache before each test of the file that calls this. */
export function cachedProject<Own extends Readonly<Record<string, string>>>(name: string, own: Own): CachedProject<Own> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `toolsetc-${name}-`)));
  const [root, cache] = [join(folder, "project"), join(folder, "cache")];
  const files = { ...shared, ...own };
  let built: BuiltProgram | undefined;

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  function edit(path: string, from: string, to: string): void {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(root, path), text.replace(from, to));
  }

  beforeEach(() => {
    for (const path of [root, cache]) rmSync(path, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) put(path, text);
  });
  beforeAll(async () => {
    built = await loadBuiltProgram();
  });
  afterAll(() => {
    for (const path of [folder, ...(built === undefined ? [] : [built.folder])]) rmSync(path, { recursive: true });
  });
  return {
    folder,
    root,
    cache,
    files,
    built: () => {
      if (built === undefined) throw new Error("The built program is loaded before the first test.");
      return built;
    },
    put,
    edit,
  };
}
