import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { readFormatVersion } from "../../src/source/text/format-version.ts";
import { isGenerated } from "../../src/targets/is-generated.ts";
import { manifestTarget } from "../../src/targets/manifest.ts";
import { manifestSchema } from "../../src/targets/manifest-schema.ts";
import { binding, program, tool, toolset } from "./program.ts";

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(manifestSchema);

test("every manifest matches its JSON Schema", () => {
  const files = manifestTarget.emit(program, {}).value;
  expect(files.map(({ path }) => path)).toEqual(["toolsets/shop/toolset.json", "toolsets/page/toolset.json", "tools/get_time.json"]);
  for (const { text } of files) expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
});

test("a manifest has one line for each member of a tool and of a shared schema", () => {
  const [file] = manifestTarget.emit(program, {}).value;
  const lines = file?.text.split("\n") ?? [];
  const value = JSON.parse(file?.text ?? "");
  for (const [key, each] of [...value.tools, ...Object.values(value.schemas)].flatMap((item: object) => Object.entries(item)))
    expect(lines.map((line) => line.replace(/,$/, ""))).toContain(`   ${JSON.stringify(key)}: ${JSON.stringify(each)}`);
  expect(isGenerated(file?.text ?? "")).toBe(true);
});

test("a manifest has the encodings of a body by member and by position", () => {
  const encoding = { contentType: "text/csv", as: null, headers: {} };
  const as = { contentType: "application/x-www-form-urlencoded", encoding: { a: encoding } };
  const query = { name: "q", in: "querystring", from: { input: "q" }, required: false, as } as const;
  const body = { required: true, contentType: "multipart/mixed", encoding: [encoding], from: { input: "body" } };
  const uploading = tool({ id: "upload", binding: { ...binding, parameters: [query], body } });
  const [file] = manifestTarget.emit({ toolsets: [toolset({ tools: [uploading] })], agents: [], folder: "" }, {}).value;
  const value = JSON.parse(file?.text ?? "");
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  expect(value.tools[0].http).toMatchObject({
    querystring: [{ name: "q", as }],
    body: { required: true, contentType: "multipart/mixed", input: "body", encoding: [encoding] },
  });
});

test("a tool in a manifest has no members with default values", () => {
  const annotations = { readOnly: false, destructive: null, idempotent: false, openWorld: true };
  const usual = tool({ id: "a", description: "Does it.", annotations });
  const unusual = tool({
    ...{
      id: "b",
      title: "B",
      tags: ["t"],
      deprecated: true,
      lazy: true,
      approval: "required",
      metadata: { a: 1 },
      examples: [{ input: {} }],
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    trim: { pick: ["a"], maxBytes: 1 },
  });
  const [file] = manifestTarget.emit({ toolsets: [toolset({ tools: [usual, unusual] })], agents: [], folder: "" }, {}).value;
  const value = JSON.parse(file?.text ?? "");
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  expect(value.tools.map((each: object) => Object.keys(each))).toEqual([
    ["id", "name", "localName", "description", "input", "output", "http"],
    [
      ...["id", "name", "localName", "title", "description", "input", "output", "annotations", "approval", "tags", "deprecated", "lazy"],
      ...["metadata", "examples", "trim", "http"],
    ],
  ]);
  expect(value.tools[1].annotations).toEqual({ readOnly: true, idempotent: true, openWorld: false });
});

test("a manifest has placeholders beside the environments' values, and no origins", () => {
  const [file] = manifestTarget.emit(program, {}).value;
  const value = JSON.parse(file?.text ?? "");
  expect(value.definition).toEqual({ openApiToolset: { url: "$env_var" } });
  expect(value.environments).toEqual({ dev: { openApiToolset: { url: "https://dev.example.com" } } });
  expect(file?.text).not.toContain("origin");
  expect(validate({ ...value, more: 1 })).toBe(false);
});

test("the order of tools and of schemas does not change a manifest", () => {
  const shop = toolset({});
  const turned = toolset({ tools: shop.tools.toReversed(), schemas: new Map([...shop.schemas].reverse()) });
  const [one, other] = [shop, turned].map((each) => manifestTarget.emit({ toolsets: [each], agents: [], folder: "" }, {}).value);
  expect(other).toEqual(one);
});

test("a manifest is ASCII with one line for each member of a tool", () => {
  const [file] = manifestTarget.emit(
    { toolsets: [toolset({ tools: [tool({ id: "a", description: "\u202e注\ud800" })] })], agents: [], folder: "" },
    {},
  ).value;
  expect(file?.text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(file?.text.split("\n").filter((line) => line.startsWith(`   "id":`))).toHaveLength(1);
  expect(JSON.parse(file?.text ?? "").tools[0].description).toBe("\u202e注\ud800");
});

test("older formats of a manifest are read, and newer ones are refused with the version that they need", () => {
  expect(readFormatVersion("1.0", "1.2")).toEqual({ kind: "readable" });
  expect(readFormatVersion(undefined, "1.2")).toEqual({ kind: "readable" });
  expect(readFormatVersion("1.3", "1.2")).toEqual({ kind: "too-new", needs: "1.3" });
  expect(readFormatVersion("2.0", "1.9")).toEqual({ kind: "too-new", needs: "2.0" });
  for (const version of ["1", "v1.0", "01.0", 1, null, "1.0.0"]) expect(readFormatVersion(version, "1.2")).toEqual({ kind: "malformed" });
});
