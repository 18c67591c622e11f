import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Compilation, type CompileOptions, compile } from "../src/compile.ts";
import { formatText } from "../src/diagnostic/format-text.ts";
import { createHost } from "../src/host/disk.ts";
import type { Host } from "../src/project/load.ts";
import { findingsOf } from "../src/report.ts";
import { compileTexts, optionsOf } from "./compile-texts.ts";

// A collection of hostile files that is kept beside the project. Each tries to become code, to reach a file, to exhaust the compiler
// or to hide something. Its calls and servers concern the run-time library, its folders the host; both have tests of their own.
const folder = join(import.meta.dirname, "../../shared/hostile");
const isThere = existsSync(folder);

/** What each file must give: its errors and warnings with their places, in reading order. */
const expected: { readonly [file: string]: readonly string[] } = {
  "01-comment-close.yaml": [],
  "02-server-template.yaml": ["undefined-server-variable 8:21"],
  "03-path-quote.yaml": [],
  "05-enum-newline.yaml": [],
  "07-proto-keys.yaml": [],
  "08-raw-type-extension.yaml": ["unknown-keyword 21:11"],
  "09-type-as-method.yaml": ["wrong-choice 19:21"],
  "10-regex-literal.yaml": [],
  "11-reserved-names.yaml": ["invalid-value 52:24"],
  "13-html-markdown.yaml": [],
  "14-ci-command.json": ["no-definitions 1:1"],
  "15-ansi-osc.yaml": ["wrong-type 2:33"],
  "16-fake-python.yaml": [],
  "17-id-traversal.yaml": [],
  "19-case-collision.yaml": [],
  "20-windows-names.yaml": [],
  "23-homoglyph.yaml": [],
  "24-ref-etc-passwd.yaml": ["refused-operation 11:9", "outside-project 16:69"],
  "25-ref-metadata.yaml": ["refused-operation 11:9", "remote-reference 16:69"],
  "27-ref-pure-cycle.yaml": ["reference-cycle 19:19"],
  "28-ref-recursive-ok.yaml": ["ignored-body 16:24"],
  "29-ref-proto-pointer.yaml": ["refused-operation 11:9", "dangling-reference 16:69"],
  "30-alias-bomb.yaml": ["alias-limit 10:12"],
  "31-flow-depth-2.yaml": ["too-deep 2:105"],
  "31-flow-depth.yaml": ["too-deep 2:105"],
  "32-compact-seq-depth.yaml": ["too-deep 3:204"],
  "33-dup-keys.yaml": ["duplicate-key 18:1"],
  "34-dup-keys.json": ["duplicate-key 1:77"],
  "35-tags.yaml": ["unknown-tag 1:12", "unknown-tag 2:4", "unknown-tag 3:4"],
  "36-multidoc.yaml": ["several-documents 2:1"],
  "37-bad-bytes.yaml": ["not-utf-8 1:14"],
  "39-number-loss.yaml": [
    "wrong-choice 6:15",
    "lossy-number 8:23",
    "wrong-type 8:23",
    "wrong-type 8:45",
    "infinite-number 8:50",
    "infinite-number 8:57",
    "infinite-number 8:63",
    "wrong-type 8:69",
    "wrong-type 8:73",
    "wrong-type 8:79",
    "missing-field 9:11",
    "unknown-field 9:16",
    "missing-field 10:11",
    "unknown-field 10:15",
    "missing-field 11:11",
    "unknown-field 11:15",
  ],
  "41-tag-chars.json": ["wrong-choice 9:14"],
  "42-bidi.yaml": [],
  "44-poison-text.json": ["wrong-choice 9:14", "wrong-choice 12:16"],
  "47-literal-bearer.yaml": ["malformed-value 5:32"],
  "48-userinfo-url.yaml": ["missing-snapshot 2:1"],
  "51-env-missing.yaml": ["unresolved-placeholder 8:21"],
  "56-redos.yaml": [],
  "58-deep-schema.json": ["too-deep 1:1761"],
};

/** Where the collection wants something else, and why it is not so. These too must compile to nothing but data. */
const otherwise: { readonly [file: string]: string } = {
  "02-server-template.yaml": "It wants nothing written; a fault costs only what cannot work without it, and what compiled is written.",
  "08-raw-type-extension.yaml":
    "It wants a warning for each `x-` key; extensions are what the standard reserves these for, and none is read.",
  "19-case-collision.yaml":
    "It wants an error for each pair; such names get suffixes and a note, and an error only where CES is the target.",
  "39-number-loss.yaml": "It wants `3.10` named; the digit that is lost says nothing of the number, which survives.",
  "56-redos.yaml": "It wants an error for a pattern that is none; it is left out with a warning, as nothing else is wrong with the schema.",
  "13-html-markdown.yaml": "No HTML and no Markdown is written yet; whoever writes the catalogue escapes it.",
  "16-fake-python.yaml": "The code of fakes is never run or written; that it is there in production is for a rule to say.",
  "23-homoglyph.yaml": "Letters of several scripts in one name are for a scanner of the texts that models read.",
  "41-tag-chars.json": "Invisible letters are for a scanner of the texts that models read.",
  "42-bidi.yaml": "Overridden directions are for a scanner of the texts that models read; what is generated has them escaped.",
  "44-poison-text.json": "Instructions in descriptions are for a scanner of the texts that models read.",
  "48-userinfo-url.yaml": "Secrets in literal addresses are for a scanner of secrets; none is printed.",
};

test.skipIf(!isThere)("every definition of the collection has an expectation", () => {
  const names = readdirSync(folder).filter((name) => /^\d+-.*\.(?:yaml|json)$/.test(name) && !/^5[23]-/.test(name));
  expect(names).toEqual(Object.keys(expected));
  expect(Object.keys(otherwise).filter((name) => !(name in expected))).toEqual([]);
});

/** What is looked for beside every file, whatever it says. */
const ownNames = ["toolsetc.yaml", "toolsetc.yml", "environment.json", "environment.json.tftpl"];

/** Values that must come out as the same values, in a literal. */
const kept: { readonly [file: string]: string } = {
  "01-comment-close.yaml": "Finds it. */ globalThis.CANARY_01 = 1; /* more",
  "03-path-quote.yaml": "/parcels/'+(globalThis.CANARY_03=1)+'/{parcelId}",
  "05-enum-newline.yaml": "big'\n;globalThis.CANARY_05=1;\n'",
  "07-proto-keys.yaml": "x']; globalThis.CANARY_07=1; ['",
  "10-regex-literal.yaml": "a/.test('')||(globalThis.CANARY_10=1)||/b",
};

describe.skipIf(!isThere).each(Object.entries(expected))("%s", (name, found) => {
  test("is told of as expected, and becomes nothing but data", async () => {
    const { compilation, read } = await compileFile(name);
    expect(problemsIn(compilation)).toEqual(found);
    expect(printed(compilation)).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f]*$/);
    expectData(compilation);
    expect(read.filter((path) => path !== name && !ownNames.includes(path))).toEqual([]);
  });

  test("becomes nothing but data where every schema is used", async () => {
    const text = readFileSync(join(folder, name), "utf8");
    const compilation = await compileTexts({ "hostile.yaml": withAllSchemasUsed(text) });
    expectData(compilation);
    const literals = modulesOf(compilation).flatMap(({ path, text: code }) => literalsIn(path, code));
    if (kept[name] !== undefined) expect(literals).toContain(kept[name]);
    if (name === "08-raw-type-extension.yaml") expect(literals.filter((literal) => literal.includes("CANARY"))).toEqual([]);
    if (name === "56-redos.yaml")
      expect(problemsIn(compilation)).toEqual(["slow-pattern 19:36", "slow-pattern 20:36", "invalid-pattern 21:36"]);
  });
});

test.skipIf(!isThere)("no secret of the collection is printed", async () => {
  const texts = await Promise.all(
    ["47-literal-bearer.yaml", "48-userinfo-url.yaml"].map(async (name) => printed((await compileFile(name)).compilation)),
  );
  expect(texts.join("")).not.toMatch(/eyJ|not-a-real-signature|hunter2/);
});

test.skipIf(!isThere)("the document that other generators trip over becomes nothing but data", async () => {
  const path = "evil-competitor-probe.yaml";
  const { compilation } = await compileFile(path, { kind: "openapi", path, include: [], exclude: [] });
  expect(compilation.program.toolsets.flatMap(({ tools }) => tools)).toHaveLength(1);
  expectData(compilation);
});

async function compileFile(path: string, input: CompileOptions["input"] = { kind: "file", path }) {
  const disk = createHost(folder);
  const read: string[] = [];
  const host: Host = {
    list: async () => [path],
    read: async (wanted) => {
      read.push(wanted);
      return disk.read(wanted);
    },
  };
  return { compilation: await compile(host, optionsOf({ input })), read };
}

/** The files name themselves by `toolsetId`, which is a field of the request that creates a toolset and not of the toolset. */
function problemsIn(compilation: Compilation): string[] {
  return findingsOf(compilation)
    .filter(({ severity, code, message }) => severity !== "note" && !(code === "unknown-field" && message.includes('"toolsetId"')))
    .map(({ code, mark: { start } }) => `${code} ${start.line}:${start.column}`);
}

function printed(compilation: Compilation): string {
  return formatText(findingsOf(compilation));
}

/** No text of the input is code, leaves its folder or has a name that some system cannot hold. */
function expectData(compilation: Pick<Compilation, "outputs">): void {
  const { outputs } = compilation;
  for (const { path } of outputs.flatMap(({ files }) => files)) {
    for (const segment of path.split("/")) expect(segment).toMatch(/^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9_$][\w$.-]*$/i);
  }
  for (const { path, text } of modulesOf(compilation)) {
    expect(text, path).toMatch(/^[\n\x20-\x7e]*$/);
    expect(canariesIn(path, text), path).toEqual([]);
  }
  const paths = outputs.flatMap(({ files }) => files.map(({ path }) => path.toLowerCase()));
  expect(new Set(paths).size).toBe(paths.length);
  expect(Reflect.get({}, "isAdmin")).toBeUndefined();
}

function modulesOf({ outputs }: Pick<Compilation, "outputs">) {
  return outputs.flatMap(({ files }) => files).filter(({ path }) => path.endsWith(".ts"));
}

function literalsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** What would run or be exported by the author's will: each payload sets a member of `globalThis`; a module that exports `then` hijacks `await import()`. */
function canariesIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: path });
  const found = diagnostics.map(({ messageText }) => String(messageText));
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && /^(?:CANARY_|P_|globalThis$|pwn)/.test(node.text)) found.push(node.text);
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === "then") found.push("then");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The same file with an answer that reaches each of its schemas, since what no tool reaches is not generated. */
function withAllSchemasUsed(text: string): string {
  const names = [...text.slice(Math.max(0, text.indexOf("      schemas:"))).matchAll(/^ {8}(\w+):/gm)].map(([, name]) => name);
  const schemas = names.map((name) => `{$ref: "#/components/schemas/${name}"}`).join(", ");
  return text.replace(
    'responses: {"200": {description: ok}}',
    `responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {all: {anyOf: [${schemas}]}}}}}}}`,
  );
}
