import { describe, expect, test } from "vitest";
import { compileTexts } from "./compile-texts.ts";

const schema =
  "openapi: 3.1.0\ninfo: { title: A, version: '1' }\nservers: [{ url: $env_var }]\npaths: { /a: { get: { operationId: a } } }\n";

/** An app of one toolset, whose files are replaced as given. */
function app(texts: { readonly [path: string]: string } = {}) {
  return {
    "app.json": '{ "displayName": "app" }',
    "environment.json": '{ "toolsets": { "My tools": { "openApiToolset": { "url": "https://a.example.com" } } } }',
    "toolsets/mine/mine.json": '{ "displayName": "My tools", "openApiToolset": { "openApiSchema": "doc.yaml" } }',
    "toolsets/mine/doc.yaml": schema,
    "tools/other/other.yaml": "pythonFunction: { name: other, pythonCode: pass }\n",
    ...texts,
  };
}

const broken = [
  ["whose definition is empty", { "toolsets/mine/mine.json": "" }, "mine", ["empty-file"]],
  [
    "whose definition cannot be read",
    { "toolsets/mine/mine.json": '{ "displayName": "My tools",\n<<<<<<< HEAD\n}' },
    "mine",
    ["syntax-error"],
  ],
  [
    "whose definition is invalid",
    { "toolsets/mine/mine.json": '{ "displayName": "My tools", "openApiToolset": 7 }' },
    "My tools",
    ["wrong-type"],
  ],
  [
    "whose document is not there",
    { "toolsets/mine/mine.json": '{ "displayName": "My tools", "openApiToolset": { "openApiSchema": "x.yaml" } }' },
    "My tools",
    ["file-not-found"],
  ],
  ["whose document cannot be read", { "toolsets/mine/doc.yaml": `${schema}\tx: 1\n` }, "My tools", ["syntax-error"]],
] as const;

describe("a toolset of an app that does not compile", () => {
  test.each(broken)("is named in the result, and its environment is not reported as unused: %s", async (_name, texts, known, codes) => {
    const { refused, findings } = await compileTexts(app(texts));
    expect(refused.map(({ resource, name }) => ({ resource, name }))).toEqual([{ resource: "toolset", name: known }]);
    expect(findings.map(({ code }) => code)).toEqual(codes);
  });

  test("is named though another app has a toolset of the same name that compiles", async () => {
    const shop = (app: string, url: string) => ({
      [`${app}/app.json`]: `{ "displayName": "${app}" }`,
      [`${app}/toolsets/shop/shop.json`]: '{ "displayName": "shop", "openApiToolset": { "openApiSchema": "doc.yaml" } }',
      [`${app}/toolsets/shop/doc.yaml`]: schema.replace("$env_var", url),
    });
    const texts = { ...shop("first", "https://a.example.com"), ...shop("second", "https://a.example.com") };
    const broken = { ...texts, "second/toolsets/shop/shop.json": '{ "displayName": "shop", "openApiToolset": 7 }' };
    expect((await compileTexts(texts)).refused).toEqual([]);
    for (const input of [{ kind: "project" }, { kind: "folder", path: "second" }] as const) {
      const { refused } = await compileTexts(broken, { input, scope: { toolsets: [], named: [], beside: "everything" } });
      expect(refused.map(({ tree }) => tree.source.path)).toEqual(["second/toolsets/shop/shop.json"]);
    }
  });

  test("is not named if it compiles, nor is a tool of a kind that never does", async () => {
    const { refused, findings } = await compileTexts(app());
    expect(refused).toEqual([]);
    expect(findings).toEqual([]);
  });
});

test("a code that concerns the whole project is not checked if an operation does not compile", async () => {
  const invalid = schema.replace("{ operationId: a }", '{ operationId: a, parameters: [{ $ref: "#/nowhere" }] }');
  expect((await compileTexts(app())).searched.size).toBeGreaterThan(0);
  expect(
    (await compileTexts(app({ "toolsets/mine/doc.yaml": `${invalid.trimEnd().slice(0, -1)}, /b: { get: { operationId: b } } }\n` })))
      .searched.size,
  ).toBe(0);
});

describe("a document alone without any tools", () => {
  const compileBare = (text: string, include: readonly string[] = []) =>
    compileTexts({ "hooks.yaml": text }, { input: { kind: "openapi", path: "hooks.yaml", include, exclude: [] } });
  const places = ({ findings }: Awaited<ReturnType<typeof compileBare>>) =>
    findings.map(({ code, message, mark }) => `${mark.file}:${mark.start.line}:${mark.start.column} ${code}: ${message}`);

  test("is told that its webhooks are no operations", async () => {
    const hooks =
      "openapi: 3.1.0\ninfo: { title: A, version: '1' }\nwebhooks: { a: { post: { responses: { '200': { description: A. } } } } }\n";
    expect(places(await compileBare(hooks))).toEqual([
      'hooks.yaml:1:1 no-tools: The toolset "hooks" has no tools: its document describes only webhooks, and a tool cannot call a webhook.',
    ]);
  });

  test("is reported only at the flag if the flag selects no operation", async () => {
    expect(places(await compileBare(schema.replace("$env_var", "https://a.example.com"), ["*b"]))).toEqual([
      '--include:1:1 unmatched-selector: The selector "*b" matches no operation.',
    ]);
  });
});
