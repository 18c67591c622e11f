import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Compilation, compile } from "../src/compile.ts";
import { findingsOf, reportOf } from "../src/findings/findings-of.ts";
import { formatNames } from "../src/findings/formats/format-names.ts";
import { formatText } from "../src/findings/formats/format-text.ts";
import { formats } from "../src/findings/formats/formats.ts";
import type { Host } from "../src/project/load.ts";
import { optionsOf, withoutAdvice } from "./compile-texts.ts";
import { hasCorpus } from "./corpus/corpus.ts";
import { type HostileCase, hostileCases } from "./hostile/cases.ts";
import { gitlabErrors, junitErrors, renderMarkdown, sarifErrors, workflowCommands } from "./hostile/consumers.ts";
import { syntaxErrors } from "./syntax-errors.ts";

/** What a reader may expect to be refused, and why it is not. These too must compile to nothing but data. */
const allowed: { readonly [name: string]: string } = {
  "server-template": "A fault costs only what cannot work without it, and what compiled is written.",
  "raw-type-extension": "Extensions are what the standard reserves `x-` keys for, and none is read.",
  "case-collision": "Such names get suffixes and a note, and an error only where CES is the target.",
  redos: "A pattern that is none is left out with a warning, as nothing else is wrong with the schema.",
  "html-markdown": "No HTML and no Markdown is written.",
  "fake-python": "The code of fakes is never run or written; a rule reports fake mode where there is an environment of production.",
};

test("each allowed exception is for an existing hostile case", () => {
  for (const name of Object.keys(allowed)) expect(hostileCases, name).toHaveProperty([name]);
});

/** What is looked for beside every file, whatever it says. */
const ownNames = ["toolsetc.yaml", "toolsetc.yml", "toolsetc.json", "environment.json", "environment.json.tftpl"];

describe.each(Object.entries(hostileCases))("the hostile case %s", (name, { text, reached, ending, found, kept }) => {
  const path = `${name}.${ending}`;

  test("has the expected findings, and becomes nothing but data in the output", async () => {
    const { compilation, read } = await compileFile(path, text);
    expect(problemsIn(compilation)).toEqual(found);
    expect(printed(compilation)).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f]*$/);
    expectData(compilation);
    expect(read.filter((each) => each !== path && !ownNames.includes(each))).toEqual([]);
  });

  test("becomes nothing but data if all of its schemas are used", async () => {
    const { compilation } = await compileFile(path, reached);
    expectData(compilation);
    const literals = modulesOf(compilation).flatMap(({ path: module, text: code }) => literalsIn(module, code));
    if (kept !== undefined) expect(literals).toContain(kept);
    if (name === "raw-type-extension") expect(literals.filter((literal) => literal.includes("CANARY"))).toEqual([]);
    if (name === "redos") expect(problemsIn(compilation)).toEqual(["slow-pattern 11:41", "slow-pattern 12:41", "invalid-pattern 13:41"]);
  });
});

test("no secret of a hostile case is printed, in any format", async () => {
  const secrets = ["literal-bearer", "userinfo-url"].flatMap((name) => hostileCases[name] ?? []);
  const texts = await Promise.all(
    secrets.flatMap(({ text, ending }) =>
      formatNames.map(async (format) => formats[format](reportIn((await compileFile(`a.${ending}`, text)).compilation))),
    ),
  );
  expect(texts).toHaveLength(2 * formatNames.length);
  expect(texts.join("")).not.toMatch(/eyJ|not-a-real|hunter2/);
});

test("the findings of all hostile cases are as expected in every format", async () => {
  const reports = await Promise.all(
    Object.entries(hostileCases).map(async ([name, { text, ending }]) =>
      reportIn((await compileFile(`${name}.${ending}`, text)).compilation),
    ),
  );
  const findings = reports.flatMap((report) => report.findings);
  expect(findings.length).toBeGreaterThan(40);
  const report = { ...reports[0]!, findings };
  for (const name of formatNames) {
    const text = formats[name](report);
    expect(text, name).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    if (name !== "github") expect(workflowCommands(text), name).toEqual([]);
  }
  expect(sarifErrors(formats.sarif(report))).toEqual([]);
  expect(gitlabErrors(formats.gitlab(report))).toEqual([]);
  expect(await junitErrors(formats.junit(report))).toEqual([]);
  expect(formats.agent(report).match(/^(?:error|warning|note)\[/gm)).toHaveLength(findings.length);
  const { tags, rows } = renderMarkdown(formats.markdown(report));
  expect([...tags].sort()).toEqual(["code", "p", "strong", "table", "tbody", "td", "th", "thead", "tr"]);
  expect(rows).toBe(findings.length + 1);
});

// A collection of such files that is kept beside the project, whose attacks the cases have the names of.
const folder = join(import.meta.dirname, "../../shared/hostile");

test.runIf(hasCorpus && existsSync(folder))("the documents of a collection of hostile files become nothing but data", async () => {
  const names = readdirSync(folder).filter((name) => /\.(?:yaml|json)$/.test(name) && !/^5[23]-/.test(name));
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    // Two files write the types of client functions in lower case, which is another error, and hides the text from rules.
    const text = /^4[14]-/.test(name) ? bytes.toString().replace(/"(?:object|string)"/g, (type) => type.toUpperCase()) : bytes;
    const { compilation, read } = await compileFile(name, text);
    expectData(compilation);
    expect(printed(compilation), name).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f]*$/);
    expect(read.filter((path) => path !== name && !ownNames.includes(path))).toEqual([]);
    const { found = [] } = hostileCases[name.replace(/^\d+-|\.\w+$/g, "")] ?? {};
    expect(codesIn(problemsIn(compilation)), name).toEqual(expect.arrayContaining(codesIn(found)));
  }
});

function codesIn(problems: readonly string[]): string[] {
  return [...new Set(problems.map((problem) => problem.replace(/ .*/, "")))];
}

async function compileFile(path: string, text: HostileCase["text"]) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const read: string[] = [];
  const host: Host = {
    list: async () => [path],
    read: async (wanted) => {
      read.push(wanted);
      return wanted === path ? bytes : "absent";
    },
  };
  return { compilation: await compile(host, optionsOf({ input: { kind: "file", path } })), read };
}

/** The files name themselves by `toolsetId`, which is a field of the request that creates a toolset and not of the toolset. */
function problemsIn(compilation: Compilation): string[] {
  return withoutAdvice(compilation.ungrouped)
    .filter(({ severity, code, message }) => severity !== "note" && !(code === "unknown-field" && message.includes('"toolsetId"')))
    .map(({ code, mark: { start } }) => `${code} ${start.line}:${start.column}`);
}

function reportIn(compilation: Compilation) {
  return reportOf(compilation, findingsOf(compilation));
}

function printed(compilation: Compilation): string {
  return formatText(compilation.ungrouped);
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
  const found = syntaxErrors(path, text);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && /^(?:CANARY_|P_|globalThis$|pwn)/.test(node.text)) found.push(node.text);
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === "then") found.push("then");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
