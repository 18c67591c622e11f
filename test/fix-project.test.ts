import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixProject } from "../src/cli/build/fix-project.ts";
import { type Compilation, compile } from "../src/compile.ts";
import type { FixEdit } from "../src/diagnostic/fix.ts";
import { diagnosticCodes } from "../src/findings/diagnostic-codes.ts";
import type { CompileOptions } from "../src/settings.ts";
import { applyEdits, separateEdits } from "../src/source/edit.ts";
import { parseTree } from "../src/source/parse-tree.ts";
import { originOfKey, originOfValue, valueAt } from "../src/source/tree.ts";
import { compileTexts, memoryHost, optionsOf } from "./compile-texts.ts";
import { exampleFiles, readExample } from "./explain/example.ts";
import { runCommand } from "./run-command.ts";

type Texts = { readonly [path: string]: string };

async function fixed(texts: Texts, isUnsafe: boolean, options: CompileOptions = {}): Promise<Texts> {
  const given = { compile: optionsOf(options), findingsOf: (found: Compilation) => found.ungrouped, isUnsafe };
  const result = await fixProject(memoryHost(texts), given);
  expect(result.conflicted).toEqual([]);
  return { ...texts, ...Object.fromEntries(result.texts) };
}

const optionsFor = (code: string): CompileOptions => ({ profile: /^ces-/.test(code) ? "ces" : undefined });

// The examples of the documentation whose finding has a fix. Those of commands and of files that are no text have none.
const examples = exampleFiles()
  .map(readExample)
  .flatMap(({ code, run, files, bad }) => {
    const texts = Object.entries({ ...files, ...bad }).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return /^toolsetc validate( --profile ces)?$/.test(run.bad) ? [{ code, texts: Object.fromEntries(texts) }] : [];
  });

const withFix = new Set(diagnosticCodes.filter(({ replacement }) => replacement !== undefined).map(({ code }) => code));

test("each fix of an example removes its finding, and makes no other", async () => {
  const settled: string[] = [];
  for (const { code, texts } of examples.filter((example) => withFix.has(example.code))) {
    const before = (await compileTexts(texts, optionsFor(code))).findings;
    if (!before.some((finding) => finding.code === code && finding.edit !== undefined && !finding.mark.file.startsWith("snapshots/")))
      continue;
    const after = (await compileTexts(await fixed(texts, true, optionsFor(code)), optionsFor(code))).findings;
    const codes = new Set(before.map((finding) => finding.code));
    expect(
      after.filter((finding) => finding.code === code || !codes.has(finding.code)).map((finding) => finding.code),
      code,
    ).toEqual([]);
    settled.push(code);
  }
  expect(settled.length).toBeGreaterThan(15);
});

test("a safe fix of a coerced value does not change the compiled tools", async () => {
  const example = examples.find(({ code }) => code === "coerced-value");
  const before = await compileTexts(example?.texts ?? {});
  const texts = await fixed(example?.texts ?? {}, false);
  expect(texts).not.toEqual(example?.texts);
  expect((await compileTexts(texts)).outputs).toEqual(before.outputs);
});

test("`validate --fix` without --unsafe writes no guessed names", async () => {
  const guessed = examples.filter(({ code }) => /^unknown-/.test(code));
  expect(guessed.length).toBeGreaterThan(5);
  for (const { texts } of guessed) expect(await fixed(texts, false)).toEqual(texts);
});

const document = (description: string) =>
  [
    "openapi: 3.0.3 # kept",
    'info: { title: A, version: "1" }',
    "servers: [{ url: https://a.example.com }]",
    "paths:",
    "  /a:",
    "    get:",
    "      operationId: a",
    `      description:   ${description}   # kept`,
    '      responses: { "200": { description: Done. } }',
    "",
  ].join("\r\n");
const toolset = "displayName: a\nopenApiToolset:\n  openApiSchema: a.openapi.yaml\n";

describe("a fix of `validate --fix`", () => {
  test("keeps comments, white space and line ends, and changes nothing the second time", async () => {
    const once = await fixed({ "a.yaml": toolset, "a.openapi.yaml": document('"Reads\\u200B a."') }, false);
    expect(once["a.openapi.yaml"]).toBe(document('"Reads a."'));
    expect(await fixed(once, false)).toEqual(once);
  });

  test("is not applied to a finding that is suppressed or turned off", async () => {
    const text = document('"Reads\\u200B a."').replace(
      "      description",
      "      # toolsetc-ignore invisible-character: The vendor's.\r\n      description",
    );
    const texts = { "a.yaml": toolset, "a.openapi.yaml": text };
    expect(await fixed(texts, true)).toEqual(texts);
    const off = {
      "a.yaml": toolset,
      "a.openapi.yaml": document('"Reads\\u200B a."'),
      "toolsetc.yaml": 'rules: { invisible-character: "off" }\n',
    };
    expect(await fixed(off, true)).toEqual(off);
  });

  test("is not applied to what `pull` writes: fetched documents and snapshots", async () => {
    const texts = {
      "toolsetc.yaml": "sources: { a: https://a.example.com/openapi.yaml }\n",
      "a.yaml": toolset,
      "a.openapi.yaml": document('"Reads\\u200B a."'),
      "b.yaml": "displayName: b\nmcpToolset: { serverAddress: https://b.example.com/mcp }\n",
      "snapshots/b.tools.json": '{"tools":[{"name":"b","description":"Reads\u200b b.","inputSchema":{"type":"object"}}]}',
    };
    const { findings } = await compileTexts(texts);
    expect(findings.filter(({ code }) => code === "invisible-character")).toHaveLength(2);
    expect(await fixed(texts, true)).toEqual(texts);
  });

  test("waits for the next round if it would make a second key of the same name", async () => {
    const texts = {
      "a.yaml":
        "displayName: a\nopenApiToolset:\n  openApiSchema: a.openapi.yaml\n  urll: https://b.example.com\n  ur: https://c.example.com\n",
      "a.openapi.yaml": document("Reads a."),
    };
    const after = await fixed(texts, true);
    expect(after["a.yaml"]).toBe(texts["a.yaml"].replace("urll:", "url:"));
  });
});

test("edits that do not overlap each change their own value and nothing else", () => {
  const text = '# one\na: &x "1" # two\nb: { c: two, "d": [3, \'four\'] }\ne:\n  - five # three\n  - f: |\n      six\n';
  const tree = parseTree({ path: "a.yaml", text });
  const paths = [["a"], ["b", "c"], ["b", "d", 0], ["b", "d", 1], ["e", 0], ["e", 1, "f"]];
  const edit = fc.record({ path: fc.constantFrom(...paths), value: fc.string({ maxLength: 8 }), isKey: fc.boolean() });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (given) => {
      const edits = given.map(({ path, value, isKey }): FixEdit => {
        const canBeKey = isKey && typeof path.at(-1) === "string";
        return {
          origin: canBeKey ? originOfKey(tree, path) : originOfValue(tree, path),
          value: canBeKey ? String(path.at(-1)) : value,
          isSafe: true,
        };
      });
      const separate = separateEdits(edits);
      const after = parseTree({ path: "a.yaml", text: applyEdits(separate).get("a.yaml") ?? text });
      expect(after.problems).toEqual([]);
      for (const path of paths) {
        const own = separate.find(({ origin }) => origin.part === "value" && String(origin.path) === String(path));
        expect(valueAt(after, path)).toEqual(own === undefined ? valueAt(tree, path) : own.value);
        // The first edit of each place is always one of them.
        expect(own).toBe(edits.find(({ origin }) => origin.part === "value" && String(origin.path) === String(path)));
      }
      for (const comment of ["# one", "# two", "# three"]) expect(after.source.text).toContain(comment);
    }),
  );
});

describe("`validate --fix`", () => {
  async function inFolder(texts: Texts, args: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), "toolsetc-fix-"));
    mkdirSync(join(folder, ".git"));
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    try {
      const result = await runCommand(["validate", ...args], { cwd: folder });
      return { ...result, after: Object.fromEntries(Object.keys(texts).map((path) => [path, readFileSync(join(folder, path), "utf8")])) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const texts = { "a.yaml": toolset, "a.openapi.yaml": document('"Reads\\u200B a."').replace("https:", "http:") };

  test("prints what it fixed, and then the remaining findings", async () => {
    const { stdout, status, after } = await inFolder(texts, ["--fix"]);
    expect(stdout).toContain(
      'fixed[invisible-character]: a.openapi.yaml:8:22: There are invisible characters in the description of the tool "a": U+200B.\n1 fixed\n',
    );
    expect(stdout).toContain("warning[insecure-server]");
    expect(stdout).not.toContain("warning[invisible-character]");
    expect(status).toBe(0);
    expect(after["a.openapi.yaml"]).toBe(document('"Reads a."').replace("https:", "http:"));
  });

  test("also applies uncertain fixes with --unsafe", async () => {
    const { stdout, after } = await inFolder(texts, ["--fix", "--unsafe", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] });
    expect(after["a.openapi.yaml"]).toBe(document('"Reads a."'));
  });

  test("refuses a project with a merge conflict, and --unsafe without --fix", async () => {
    const conflicted = {
      ...texts,
      "b.yaml": "openApiToolset:\n<<<<<<< HEAD\n  openApiSchema: a.openapi.yaml\n=======\n  openApiSchema: b.openapi.yaml\n>>>>>>> other\n",
    };
    const { stderr, status, after } = await inFolder(conflicted, ["--fix"]);
    expect(stderr).toContain('"b.yaml" has an unresolved merge conflict');
    expect(status).toBe(2);
    expect(after).toEqual(conflicted);
    expect((await inFolder(texts, ["--unsafe"])).stderr).toContain("--unsafe requires --fix.");
  });
});

test("leaves the output of a project the same after safe fixes", async () => {
  const before = await compile(memoryHost({ "a.yaml": toolset, "a.openapi.yaml": document("Reads a.") }), optionsOf());
  const after = await compileTexts(await fixed({ "a.yaml": toolset, "a.openapi.yaml": document('"Reads\\u200B a."') }, false));
  expect(after.outputs).toEqual(before.outputs);
});

test("the fix of invisible characters keeps joiners and marks that have a use", async () => {
  const flag = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
  const kept = `a family \u{1f468}\u200d\u{1f469}, a flag ${flag}, \u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645`;
  const document = (summary: string) =>
    `openapi: 3.0.3\ninfo: { title: A, version: "1" }\nservers: [{ url: https://a.example.com }]\npaths: { /a: { get: { operationId: a, summary: ${JSON.stringify(summary)}, responses: {} } } }\n`;
  const options: CompileOptions = { input: { kind: "openapi", path: "a.yaml", include: [], exclude: [] } };
  const texts = await fixed({ "a.yaml": document(`zer\u200do w\u200cidth, ${kept}`) }, false, options);
  expect(parseTree({ path: "a.yaml", text: texts["a.yaml"] ?? "" }).data).toEqual(
    parseTree({ path: "a.yaml", text: document(`zero width, ${kept}`) }).data,
  );
});
