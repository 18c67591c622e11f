import { describe, expect, test } from "vitest";
import { type Code, type Details, diagnostic } from "../../src/diagnostic/diagnostic.ts";
import { formatJson } from "../../src/findings/formats/format-json.ts";
import { formatText } from "../../src/findings/formats/format-text.ts";
import { embeddedTree, parseNested, parseTree } from "../../src/source/parse-tree.ts";
import { originOfKey, originOfValue, type Path, type Tree } from "../../src/source/tree.ts";
import { cpuTime } from "../cpu-time.ts";
import { findingsFrom } from "../findings-from.ts";

const badName: Code<{ name: string }> = {
  code: "bad-name",
  severity: "error",
  message: ({ name }) => `The name "${name}" is bad.`,
  help: "It is. Change it.",
};

function at(tree: Tree, path: Path, details?: Details) {
  return diagnostic(badName, { name: String(path.at(-1)) }, originOfValue(tree, path), details);
}

const text = 'title: A\nurl: "https://x"\nopenApiSchema: |\n  info:\n    title: Depot\n';
const outer = parseTree({ path: "b.yaml", text });
const inner = parseNested("info:\n  title: Depot\n", originOfValue(outer, ["openApiSchema"]));
const other = parseTree({ path: "a.json", text: '{\n  "b": [1, { "c": 2 }]\n}' });

describe("a report", () => {
  test("is in the order of files, lines and codes", () => {
    const found = [at(inner, ["info", "title"]), at(outer, ["url"]), at(other, ["b", 1, "c"]), at(outer, ["title"])];
    const places = (list: typeof found) =>
      findingsFrom(list).map(({ mark, pointer }) => `${mark.file}:${mark.start.line}:${mark.start.column}-${mark.end.column} ${pointer}`);
    const expected = ["a.json:2:19-20 /b/1/c", "b.yaml:1:8-9 /title", "b.yaml:2:6-17 /url", "b.yaml:5:12-17 /openApiSchema#/info/title"];
    expect(places(found)).toEqual(expected);
    expect(places([...found].reverse())).toEqual(expected);
  });

  test("reports an invalid value of a shared document once, with all toolsets", () => {
    const findings = findingsFrom([at(inner, ["info"], { toolset: "z" }), at(inner, ["info"], { toolset: "a" })]);
    expect(findings.map(({ toolsets }) => toolsets)).toEqual([["a", "z"]]);
  });

  test("has the configured severities", () => {
    const found = [at(outer, ["title"]), at(other, ["b"])];
    expect(findingsFrom(found, () => "note").map(({ severity }) => severity)).toEqual(["note", "note"]);
    expect(findingsFrom(found, () => "off")).toEqual([]);
  });

  test("has the same fingerprint of a finding when lines move", () => {
    const moved = parseTree({ path: "b.yaml", text: `# note\n${text}` });
    expect(findingsFrom([at(moved, ["url"])])[0]?.fingerprint).toBe(findingsFrom([at(outer, ["url"])])[0]?.fingerprint);
  });

  test("throws for an origin that is not in its tree", () => {
    expect(() => findingsFrom([at(outer, ["nowhere"])])).toThrow("b.yaml has no");
    expect(() => findingsFrom([at(other, ["b", 7])])).toThrow("a.json has no");
  });

  test("has the place of a value in an object that is a document", () => {
    const within = parseTree({ path: "c.json", text: '{"openApiSchema": {"info": {"title": "x"}}}' });
    const document = embeddedTree(originOfValue(within, ["openApiSchema"]));
    const findings = findingsFrom([at(document, ["info", "title"]), diagnostic(badName, { name: "x" }, originOfKey(document, ["info"]))]);
    expect(findings.map(({ mark, pointer }) => `${mark.start.column} ${pointer}`)).toEqual([
      "20 /openApiSchema/info",
      "38 /openApiSchema/info/title",
    ]);
  });
});

test("a secret is masked in the marks of all findings in its line", () => {
  const tree = parseTree({ path: "s.yaml", text: "{ key: hunter2, b: 1 }\n" });
  const found = [
    diagnostic(badName, { name: "key" }, originOfValue(tree, ["key"]), { isSecret: true }),
    diagnostic(badName, { name: "b" }, originOfValue(tree, ["b"])),
  ];
  expect(findingsFrom(found).map(({ mark }) => mark.text)).toEqual(["{ key: *******, b: 1 }", "{ key: *******, b: 1 }"]);
});

describe("a report as text", () => {
  test("shows the marked line, notes and help", () => {
    const related = [{ message: "It is like this one.", place: originOfKey(outer, ["title"]) }];
    expect(formatText(findingsFrom([at(inner, ["info", "title"], { related })]))).toBe(
      [
        'error[bad-name]: The name "title" is bad.',
        " --> b.yaml:5:12",
        "5 |     title: Depot",
        "  |            ^^^^^",
        "  note: It is like this one.",
        " --> b.yaml:1:1",
        "1 | title: A",
        "  | ^^^^^",
        "  help: It is. Change it.",
        "",
      ].join("\n"),
    );
  });

  test("cuts a long line around its mark", () => {
    const long = parseTree({ path: "l.json", text: JSON.stringify({ before: "x".repeat(300), name: "HERE", after: "y".repeat(300) }) });
    const [, , line = "", marks = ""] = formatText(findingsFrom([at(long, ["name"])]), {
      width: 60,
      color: "none",
      maxPerCode: 9,
    }).split("\n");
    expect(line.length).toBeLessThanOrEqual(60);
    expect(line.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1)).toBe('"HERE"');
  });

  test("takes linear time for a document in one line", () => {
    const entries = Array.from({ length: 3000 }, (_, index) => [`name${index}`, `someone@example.com ${"x".repeat(300)}`]);
    const line = parseTree({ path: "line.json", text: JSON.stringify(Object.fromEntries(entries)) });
    const findings = () => entries.map(([name = ""]) => at(line, [name]));
    const show = () => formatText(findingsFrom(findings()));
    expect(show()).toContain("someone@example.com");
    expect(cpuTime(show, 2000)).toBeLessThan(2000);
  });

  test("shows no character that a terminal would interpret or hide", () => {
    const evil = parseTree({ path: "e.yaml", text: 'a: "\u202e\u001b[31m\u200b\u{e0041}x"\t# \u0007\n' });
    const found = diagnostic({ ...badName, message: () => "\u001b]0;x\u0007 \u202e" }, { name: "" }, originOfValue(evil, ["a"]));
    expect(formatText(findingsFrom([found]))).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  });
});

test("a report as JSON has the documented form, also without a finding", () => {
  const summary = { toolsets: 1, tools: 2, operations: 3, files: 4 };
  expect(JSON.parse(formatJson([], summary))).toEqual({
    formatVersion: "1.0",
    summary: { errors: 0, warnings: 0, notes: 0, toolsets: 1, tools: 2, operations: 3, files: 4 },
    diagnostics: [],
  });
  const { diagnostics } = JSON.parse(formatJson(findingsFrom([at(inner, ["info", "title"], { toolset: "depot", tool: "get" })]), summary));
  expect(diagnostics).toEqual([
    {
      code: "bad-name",
      severity: "error",
      message: 'The name "title" is bad.',
      help: "It is. Change it.",
      file: "b.yaml",
      range: { start: { line: 5, column: 12 }, end: { line: 5, column: 17 } },
      pointer: "/openApiSchema#/info/title",
      toolset: "depot",
      toolsets: ["depot"],
      tool: "get",
      related: [],
      fixes: [],
      places: 1,
      fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
    },
  ]);
});

test("a fix in a report as JSON has the range and the text that replaces it", () => {
  const depot = diagnostic({ ...badName, replacement: () => "Yard" }, { name: "Depot" }, originOfValue(inner, ["info", "title"]));
  const { diagnostics } = JSON.parse(formatJson(findingsFrom([depot]), { toolsets: 0, tools: 0, operations: 0, files: 0 }));
  const edit = { file: "b.yaml", range: { start: { line: 5, column: 12 }, end: { line: 5, column: 17 } }, text: "Yard" };
  expect(diagnostics[0].fixes).toEqual([{ title: 'Write "Yard" instead.', edits: [edit] }]);
});

test("a report shows some of many similar findings, and counts the others", () => {
  const many = parseTree({ path: "many.yaml", text: "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n" });
  const found = findingsFrom(["a", "b", "c", "d", "e"].map((name) => at(many, [name])));
  const shown = formatText(found, { width: 80, color: "none", maxPerCode: 2 });
  expect(shown.match(/-->/g)).toHaveLength(2);
  expect(shown).toContain("3 more error[bad-name] in many.yaml\n");
});

describe("the fingerprint of a finding", () => {
  const printsIn = (text: string, ...paths: Path[]) => {
    const tree = parseTree({ path: "a.yaml", text });
    return findingsFrom(paths.map((path) => at(tree, path))).map(({ fingerprint }) => fingerprint);
  };
  const [third] = printsIn("list: [{ name: a }, { name: b, x: 1 }]", ["list", 1, "x"]);

  test("stays the same if items of a list move", () => {
    expect(printsIn("list: [{ name: b, x: 1 }, { name: a }]", ["list", 0, "x"])).toEqual([third]);
    expect(printsIn("list: [{ name: c }, { name: a }, { x: 2, name: b }]", ["list", 2, "x"])).toEqual([third]);
    expect(printsIn("list: [a, b]", ["list", 1])).toEqual(printsIn("list: [b]", ["list", 0]));
  });

  test("differs for other items and places", () => {
    const all = [
      ...printsIn("list: [{ name: c, x: 1 }, { name: b, y: 1 }]", ["list", 0, "x"], ["list", 1, "y"]),
      ...printsIn("lists: [{ name: b, x: 1 }]", ["lists", 0, "x"]),
      third,
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test("differs for each of several items without a name, and a further item does not change it", () => {
    const [first, second] = printsIn("list: [{ x: 1 }, { x: 2 }]", ["list", 0, "x"], ["list", 1, "x"]);
    expect(first).not.toBe(second);
    expect(printsIn("list: [{ x: 0 }, { x: 1 }, { x: 2 }]", ["list", 0, "x"], ["list", 1, "x"], ["list", 2, "x"]).slice(0, 2)).toEqual([
      first,
      second,
    ]);
  });
});
