import { describe, expect, test } from "vitest";
import { baselineEntries, baselineText, updatedEntries } from "../../src/findings/baseline.ts";
import { findingsOf, reportOf } from "../../src/findings/findings-of.ts";
import { formats } from "../../src/findings/formats/formats.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { compileTexts } from "../compile-texts.ts";
import { sarifErrors } from "../hostile/consumers.ts";

const operation = (name: string, status: string) => `  /${name}:
    get:
      operationId: ${name}
      summary: Get ${name}
      responses:
        "200": { description: It. }
        "${status}": { description: It. }
`;
const project = (...operations: readonly string[]) => ({
  "toolsetc.yaml": "targets: []\n",
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./api.yaml }\n",
  "api.yaml": `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://a.example }]\npaths:\n${operations.join("")}`,
});
const compiled = (...operations: readonly string[]) => compileTexts(project(...operations));
const several = (count: number, status = "4xx") => Array.from({ length: count }, (_, index) => operation(`n${status}${index}`, status));

describe("findings of a file with one cause", () => {
  test("are shown as one with their number, at the first place", async () => {
    const compilation = await compiled(...several(300), operation("b", "5xx"));
    const { findings, ungrouped } = findingsOf(compilation);
    expect(findings.map(({ message, places, mark }) => [mark.start.line, places, message])).toEqual([
      [11, 300, 'The key "4xx" is read as the range "4XX". The same applies at 299 other places of this file.'],
      [2_111, 1, 'The key "5xx" is read as the range "5XX".'],
    ]);
    expect(ungrouped).toHaveLength(301);
    expect(compilation.ungrouped).toHaveLength(301);
  });

  test("show some places to people, and a hundred to programs", async () => {
    const compilation = await compiled(...several(300));
    const report = reportOf(compilation, findingsOf(compilation));
    for (const name of ["text", "github", "agent", "junit"] as const)
      expect(formats[name](report).match(/The same applies here/g), name).toHaveLength(3);
    const sarif = formats.sarif(report);
    expect(sarifErrors(sarif)).toEqual([]);
    const [result] = JSON.parse(sarif).runs[0].results;
    expect(result.properties).toEqual({ places: 300 });
    expect(result.relatedLocations).toHaveLength(100);
    const [diagnostic] = JSON.parse(formats.json(report)).diagnostics;
    expect(diagnostic.places).toBe(300);
    expect(diagnostic.related).toHaveLength(100);
  });

  test("are counted without the places that a comment suppresses", async () => {
    const suppressed = operation("b", "4xx").replace('"4xx"', '# toolsetc-ignore invalid-status: why\n        "4xx"');
    const one = findingsOf(await compiled(operation("a", "4xx"), suppressed, operation("c", "4xx")));
    expect(one.findings.map(({ places }) => places)).toEqual([2]);
    expect(one.suppressed).toHaveLength(1);
    expect(one.suppressed[0]?.fingerprint).not.toBe(one.findings[0]?.fingerprint);
  });

  test("are not shown if `pathRules` turns their code off", async () => {
    const files = { ...project(...several(3)), "toolsetc.yaml": "targets: []\npathRules: { api.yaml: { invalid-status: off } }\n" };
    expect(findingsOf(await compileTexts(files)).findings).toEqual([]);
  });

  test("are one finding of all the toolsets that share the file", async () => {
    const files = project(...several(3));
    const compilation = await compileTexts({ ...files, "yard.yaml": files["shop.yaml"].replace("shop", "yard") });
    expect(findingsOf(compilation).findings).toMatchObject([{ places: 3, toolsets: ["shop", "yard"] }]);
  });
});

test("null as an example is one finding for all places, and another wrong example is another", async () => {
  const limit = (example: string) => `      parameters: [{ name: limit, in: query, example: ${example}, schema: { type: integer } }]\n`;
  const given = ["null", "null", "all", "some"].map((example, index) =>
    operation(`n${index}`, "404").replace("      responses", `${limit(example)}      responses`),
  );
  const { findings } = findingsOf(await compiled(...given));
  expect(findings.map(({ code, places, message }) => [code, places, message.replace(/.*"(n\d)".*/, "$1")])).toEqual([
    ["wrong-example", 2, "n0"],
    ["wrong-example", 1, "n2"],
    ["wrong-example", 1, "n3"],
  ]);
});

test.each<[string, string, (name: string) => string]>([
  ["missing-path-parameter", "variable", (name) => operation(name, "404").replace(`/${name}:`, `/{version}/${name}:`)],
  ["file-not-found", "file", (name) => operation(name, "404").replace("description: It. }\n        ", "$ref: gone.yaml }\n        ")],
  ["unknown-field", "field", (name) => operation(name, "404").replace("      summary", "      cache: yes\n      summary")],
  ["wrong-type", "type", (name) => `${operation(name, "404")}      tags: true\n`],
  ["duplicate-operation-id", "id", (name) => operation(name, "404").replace(/operationId: n\d/, "operationId: same")],
  ["missing-field", "field", (name) => operation(name, "404").replace("{ description: It. }", "{}")],
  ["missing-one-of", "set of fields", (name) => `${operation(name, "404")}      parameters: [{ name: q, in: query }]\n`],
  ["coerced-value", "value", (name) => `${operation(name, "404")}      parameters: [{ name: q, in: query, schema: { type: String } }]\n`],
  [
    "duplicate-enum-value",
    "list",
    (name) => `${operation(name, "404")}      parameters: [{ name: q, in: query, schema: { enum: [a, b, a] } }]\n`,
  ],
  ["invalid-value", "field", (name) => `${operation(name, "404")}      parameters: [{ name: q, in: query, schema: { oneOf: [] } }]\n`],
  ["unknown-security-scheme", "name", (name) => `${operation(name, "404")}      security: [{ gone: [] }]\n`],
  ["dangling-reference", "target", (name) => `${operation(name, "404")}      parameters: [{ $ref: "#/components/parameters/gone" }]\n`],
  [
    "overlapping-alternatives",
    "list of alternatives",
    (name) =>
      `${operation(name, "404")}      parameters: [{ name: q, in: query, schema: { oneOf: [{ type: string }, { type: string, maxLength: 9 }] } }]\n`,
  ],
  [
    "unmarked-deprecation",
    "sentence",
    (name) => operation(name, "404").replace(/summary: .*/, `summary: "Get ${name}. Deprecated: use watch."`),
  ],
  [
    "unexplained-parameter",
    "name",
    (name) => `${operation(name, "404")}      parameters: [{ name: mode, in: query, required: true, schema: { type: string } }]\n`,
  ],
])("the code %s is reported once in a file for each %s", async (code, _what, make) => {
  const { findings, ungrouped } = findingsOf(await compiled(...["n0", "n1", "n2", "n3"].map(make)));
  const count = ungrouped.filter((each) => each.code === code).length;
  expect(count).toBeGreaterThan(2);
  expect(findings.filter((each) => each.code === code).map(({ places }) => places)).toEqual([count]);
});

test("a missing folder is one finding of the files that a configuration or a document names in it", async () => {
  const files = {
    ...project(
      operation("a", "404").replace("description: It. }\n        ", '$ref: "parts/a.yaml" }\n        '),
      operation("b", "404").replace("description: It. }\n        ", '$ref: "parts/more/b.yaml" }\n        '),
    ),
    "toolsetc.yaml": `targets: []
environments: { a: envs/a.json, b: envs/eu/b.json, c: here/c.json, d: envs/d.json }
ruleFiles: [envs/no-plural.js]
`,
    "here/other.txt": "",
  };
  const { findings } = findingsOf(await compileTexts(files));
  const found = findings.filter(({ code }) => code === "file-not-found");
  expect(found.map(({ mark, places, message }) => `${mark.file}:${mark.start.line} ${places} ${message}`)).toEqual([
    'api.yaml:10 2 There is no file "parts/a.yaml", because there is no folder "parts". The same applies at another place of this file.',
    'toolsetc.yaml:2 4 There is no file "envs/a.json", because there is no folder "envs". The same applies at 3 other places of this file.',
    'toolsetc.yaml:2 1 There is no file "here/c.json".',
  ]);
  expect(found[1]?.related.map(({ message, mark }) => `${message} ${mark.start.line}:${mark.start.column}`)).toEqual([
    "The same applies here. 2:36",
    "The same applies here. 2:71",
    "The same applies here. 3:13",
  ]);
});

test("a folder of definitions that is missing is one finding, with the names that are unknown without it", async () => {
  const configured = (definitions: string) => `targets: []
definitions: ${definitions}
overrides: { shop: { include: [a] }, yard: { include: [a] } }
budgets: { shop: { maxWarnings: 1 } }
sources: { shop: https://shop.example/api.yaml }
`;
  const files = { ...project(operation("a", "404")), "snapshots/stock.tools.json": '{ "tools": [] }' };
  const errorsOf = async (definitions: string) =>
    findingsOf(await compileTexts({ ...files, "toolsetc.yaml": configured(definitions) })).findings.filter(
      ({ severity }) => severity === "error",
    );
  const [error, ...others] = await errorsOf("gone");
  expect(others).toEqual([]);
  expect(error).toMatchObject({ message: 'There is no definition of a toolset or tool in "gone/".', pointer: "/definitions" });
  expect(error?.related.map(({ message, mark }) => `${mark.file}:${mark.start.line} ${message}`)).toEqual([
    'snapshots/stock.tools.json:1 This snapshot is not used, because no toolset is named "stock".',
    'toolsetc.yaml:3 There is no toolset or tool "shop" to override. The same applies at another place.',
    "toolsetc.yaml:3 The same applies here.",
    'toolsetc.yaml:4 There is no toolset or tool "shop" for this budget.',
    'toolsetc.yaml:5 There is no toolset or tool "shop" for this source.',
  ]);
  expect((await errorsOf(".")).map(({ code }) => code)).toEqual(["unknown-override"]);
});

test("similar paths are reported once for each set of paths that differ only in parameter names", async () => {
  const put = operation("c", "404").replace("/c:", "/{c}:").replace("get:", "put:");
  const parameter = (name: string, text: string) =>
    `${text}      parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]\n`;
  const paths = [
    parameter("a", operation("a", "404").replace("/a:", "/{a}:")),
    parameter("b", operation("b", "404").replace("/b:", "/{b}:").replace("get:", "post:")),
    parameter("c", put),
  ];
  const found = findingsOf(await compiled(...paths)).findings.filter(({ code }) => code === "similar-path");
  expect(found.map(({ places }) => places)).toEqual([2]);
});

describe("a baseline with findings of one cause", () => {
  const update = async (text: string | undefined, isCi: boolean, ...operations: readonly string[]) => {
    const compilation = await compiled(...operations);
    const entries = text === undefined ? [] : (baselineEntries(parseTree({ path: "known.json", text })) ?? []);
    const settings = { searched: compilation.searched, codes: new Set(["invalid-status"]), mayGrow: !isCi };
    return baselineText(updatedEntries(entries, findingsOf(compilation).ungrouped, settings));
  };
  const shown = async (text: string, ...operations: readonly string[]) => {
    const baseline = parseTree({ path: "known.json", text });
    return findingsOf(await compiled(...operations), undefined, baseline).findings.map(({ code, message }) => `${code}: ${message}`);
  };

  test("has one line for the cause, and hides further places of it, but no other cause", async () => {
    const known = await update(undefined, false, ...several(3));
    expect(baselineEntries(parseTree({ path: "known.json", text: known }))).toMatchObject([
      { code: "invalid-status", message: 'The key "4xx" is read as the range "4XX".' },
    ]);
    expect(await shown(known, ...several(5))).toEqual([]);
    expect(await shown(known, ...several(1))).toEqual([]);
    expect(await shown(known, ...several(5), operation("b", "5xx"))).toEqual(['invalid-status: The key "5xx" is read as the range "5XX".']);
    expect(await shown(known, operation("b", "200 "))).toHaveLength(2);
    // The text is the same for any number of places, so that an update of the baseline changes nothing.
    expect(await update(known, false, ...several(5))).toBe(known);
    expect(await update(known, true, ...several(5))).toBe(known);
  });

  test("of an earlier version has a line for each place, and hides these places", async () => {
    const places = (await compiled(...several(2))).ungrouped;
    const former = baselineText(places.map(({ mark, code, message, fingerprint }) => ({ file: mark.file, code, message, fingerprint })));
    expect(await shown(former, ...several(2))).toEqual([]);
    expect(await shown(former, ...several(3))).toHaveLength(1);
    expect(await update(former, true, ...several(3))).toBe(former);
    expect(await shown(await update(former, false, ...several(3)), ...several(4))).toEqual([]);
  });
});

test("a finding of several places has a fix of each, of which coding agents are shown as many as places", async () => {
  const typed = (name: string) => `${operation(name, "404")}      parameters: [{ name: q, in: query, schema: { type: String } }]\n`;
  const compilation = await compiled(...["a", "b", "c", "d", "e", "f"].map(typed));
  const found = findingsOf(compilation);
  const [coerced] = found.findings.filter(({ code }) => code === "coerced-value");
  expect(coerced?.fixes.map(({ mark, text }) => [mark.start.line, text])).toEqual([12, 20, 28, 36, 44, 52].map((line) => [line, "string"]));
  const line = formats
    .agent(reportOf(compilation, found))
    .split("\n")
    .find((each) => each.includes("coerced-value"));
  expect(line?.match(/Fix: in api\.yaml/g)).toHaveLength(4);
  expect(line).toMatch(/2 more places: `toolsetc validate --fix`\.$/);
});

describe("what follows from a finding at the same place", () => {
  const broken = (name: string) =>
    operation(name, "404").replace(
      '"200": { description: It. }',
      '"200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Gone" } } } }',
    );
  const lost = (name: string) => `The output of the operation "${name}" is unknown, because it depends on this invalid value.`;

  test("is a note of it, also for a further place of its cause", async () => {
    const { findings, ungrouped } = findingsOf(await compiled(broken("a"), broken("b")));
    expect(ungrouped.filter(({ code }) => code === "broken-output-schema")).toHaveLength(2);
    expect(findings.map(({ code }) => code)).toEqual(["dangling-reference"]);
    expect(findings[0]?.related.map(({ message }) => message)).toEqual([lost("a"), "The same applies here.", lost("b")]);
  });

  test("is a note of a duplicate key, if the key hides the target of a reference", async () => {
    const refer = (name: string, of: string) =>
      operation(name, "404").replace("      responses", `      parameters: [{ $ref: "#/components/parameters/${of}" }]\n      responses`);
    const typed = operation("d", "404").replace(
      "      responses",
      '      parameters: [{ name: q, in: query, schema: { $ref: "#/components/schemas/Word" } }]\n      responses',
    );
    const result = broken("e").replace("Gone", "Word");
    const components = `components:
  parameters:
    Page: { name: page, in: query, schema: { type: integer } }
  schemas: { Word: { type: string } }
  parameters:
    Size: { name: size, in: query, schema: { type: integer } }
  schemas: { Other: { type: string } }
`;
    const { findings } = findingsOf(await compiled(refer("a", "Page"), refer("b", "Page"), refer("c", "Gone"), typed, result, components));
    expect(findings.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
      ["dangling-reference", "error", "/paths/~1c/get/parameters/0/$ref"],
      ["duplicate-key", "error", "/components/parameters"],
      ["duplicate-key", "error", "/components/schemas"],
    ]);
    const notes = findings.map(({ related }) => related.map(({ message }) => message));
    expect(notes[1]).toEqual([
      "The first occurrence is here.",
      'The operation "GET /a" is omitted, because a part of the document that the operation needs is invalid. The same applies at another place.',
      "The same applies here.",
      'The reference "#/components/parameters/Page" has no target: there is no "Page". The same applies at another place.',
      "The same applies here.",
    ]);
    expect(notes[2]).toEqual([
      "The first occurrence is here.",
      expect.stringContaining('The operation "GET /d" is omitted'),
      expect.stringContaining('there is no "Word". The same applies at another place.'),
      "The same applies here.",
      lost("e"),
    ]);
  });

  test("is a finding if it has a higher severity, or if the cause is not shown", async () => {
    for (const rules of ["broken-output-schema: error", "dangling-reference: off"]) {
      const files = { ...project(broken("a")), "toolsetc.yaml": `targets: []\nrules: { ${rules} }\n` };
      const { findings } = findingsOf(await compileTexts(files));
      expect(findings.map(({ message }) => message)).toContain(lost("a"));
    }
  });
});
