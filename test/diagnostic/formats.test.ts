import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import type { Mark } from "../../src/diagnostic/mark.ts";
import type { Finding } from "../../src/findings/finding.ts";
import { findingsOf, reportOf } from "../../src/findings/findings-of.ts";
import { messageCell } from "../../src/findings/formats/format-markdown.ts";
import { type FormatName, formatNames } from "../../src/findings/formats/format-names.ts";
import { type FindingsReport, formats } from "../../src/findings/formats/formats.ts";
import { optionsOf } from "../compile-texts.ts";
import { cpuTime } from "../cpu-time.ts";
import { gitlabErrors, junitErrors, renderMarkdown, sarifErrors, workflowCommands } from "../hostile/consumers.ts";
import { isLong } from "../long.ts";

const markAt = (file: string, line: number, column = 3, text = "  name: x"): Mark => ({
  file,
  start: { line, column },
  end: { line, column: column + 4 },
  text,
});

function finding(number: number, more: Partial<Finding> = {}): Finding {
  return {
    code: "unknown-field",
    severity: "error",
    message: `The field "nmae${number}" is unknown. Did you mean "name"?`,
    help: "An unknown field has no effect. Correct or remove it.",
    mark: markAt("toolsets/shop.yaml", number + 1),
    isUsage: false,
    pointer: `/fields/${number}`,
    toolsets: ["shop"],
    tool: "create_order",
    related: [],
    fixes: [],
    edit: undefined,
    cause: undefined,
    causedAt: undefined,
    places: 1,
    fingerprint: `${number}`.padStart(64, "0"),
    ...more,
  };
}

const reportWith = (findings: readonly Finding[], more: Partial<FindingsReport> = {}): FindingsReport => ({
  findings,
  suppressed: [],
  summary: { toolsets: 1, tools: 2, operations: 3, files: 4 },
  checked: ["shop", "depot"],
  failOn: "error",
  data: {},
  ...more,
});

async function reportOfFile(text: string): Promise<FindingsReport> {
  const bytes = new TextEncoder().encode(text);
  const host = { list: async () => ["a.yaml"], read: async (path: string) => (path === "a.yaml" ? bytes : ("absent" as const)) };
  const compilation = await compile(host, optionsOf({ input: { kind: "file", path: "a.yaml" } }));
  return reportOf(compilation, findingsOf(compilation));
}

const clash = finding(1, {
  code: "duplicate-key",
  related: [{ message: "The first occurrence is here.", mark: markAt("toolsets/a.yaml", 9) }],
  fixes: [{ title: 'Write "name" instead.', mark: markAt("toolsets/shop.yaml", 2), text: "name" }],
});
const many = Array.from({ length: 3000 }, (_, number) =>
  finding(number, { severity: number % 3 === 0 ? "error" : number % 3 === 1 ? "warning" : "note" }),
);
const cases: { readonly [name: string]: () => Promise<FindingsReport> } = {
  "no finding": async () => reportWith([]),
  "no finding and no toolset": async () => reportWith([], { checked: [] }),
  "one finding": async () => reportWith([clash]),
  "a finding in a flag": async () =>
    reportWith([finding(1, { mark: { ...markAt("--env", 1), isFlag: true }, isUsage: true, toolsets: [], tool: undefined })]),
  "a warning that fails the run": async () => reportWith([finding(1, { severity: "warning" })], { failOn: "warning" }),
  "many findings": async () => reportWith(isLong ? many : many.slice(0, 300)),
  "a syntax error": () => reportOfFile("displayName: [a\nb: : c\n"),
  "an empty file": () => reportOfFile(""),
};

describe.each(Object.entries(cases))("a report with %s", (name, make) => {
  test("is valid by the schemas of SARIF and GitLab", async () => {
    const report = await make();
    expect(sarifErrors(formats.sarif(report))).toEqual([]);
    expect(gitlabErrors(formats.gitlab(report))).toEqual([]);
    expect(JSON.parse(formats.json(report)).diagnostics).toHaveLength(report.findings.length);
  });

  test("has each finding in each format, or says how many are missing", async () => {
    const report = await make();
    const { length } = report.findings;
    expect(length > 0).toBe(!name.startsWith("no "));
    expect(JSON.parse(formats.sarif(report)).runs[0].results).toHaveLength(length);
    expect(JSON.parse(formats.gitlab(report))).toHaveLength(length);
    expect(formats.agent(report).split("\n")).toHaveLength(length + 1);
    expect(countIn(formats.junit(report), /<testcase [^>]*>(?=<)/g)).toBe(length);
    expect(countIn(formats.text(report), /^(?:error|warning|note)\[/gm)).toBe(length);
    if (length < 10) expect(renderMarkdown(formats.markdown(report)).rows).toBe(length === 0 ? 0 : length + 1);
    if (length < 10) expect(workflowCommands(formats.github(report))).toHaveLength(length);
  });
});

test("the reports of all cases are valid by the schema of JUnit", async () => {
  const reports = await Promise.all(Object.values(cases).map((make) => make()));
  expect(await junitErrors(...reports.map((report) => formats.junit(report)))).toEqual([]);
});

function countIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

test.each(formatNames)("the report format %s takes linear time", (name: FormatName) => {
  const report = reportWith(Array.from({ length: isLong ? 40_000 : 15_000 }, (_, number) => finding(number)));
  expect(cpuTime(() => formats[name](report), 2000)).toBeLessThan(isLong ? 6000 : 2000);
});

describe("the format SARIF", () => {
  test("has the rule, the place, the related place, the fix and the fingerprint of a finding", () => {
    const [run] = JSON.parse(formats.sarif(reportWith([clash]))).runs;
    expect(run.columnKind).toBe("utf16CodeUnits");
    expect(run.tool.driver.rules).toEqual([
      expect.objectContaining({ id: "duplicate-key", helpUri: expect.stringContaining("/duplicate-key.md") }),
    ]);
    const file = { uri: "toolsets/shop.yaml", uriBaseId: "%SRCROOT%" };
    const region = { startLine: 2, startColumn: 3, endLine: 2, endColumn: 7 };
    expect(run.results).toEqual([
      {
        ruleId: "duplicate-key",
        ruleIndex: 0,
        level: "error",
        message: { text: clash.message },
        locations: [
          {
            physicalLocation: { artifactLocation: file, region },
            logicalLocations: [{ name: "create_order", fullyQualifiedName: "shop.create_order", kind: "function" }],
          },
        ],
        relatedLocations: [
          {
            id: 0,
            message: { text: "The first occurrence is here." },
            physicalLocation: {
              artifactLocation: { uri: "toolsets/a.yaml", uriBaseId: "%SRCROOT%" },
              region: { startLine: 9, startColumn: 3, endLine: 9, endColumn: 7 },
            },
          },
        ],
        fixes: [
          {
            description: { text: 'Write "name" instead.' },
            artifactChanges: [{ artifactLocation: file, replacements: [{ deletedRegion: region, insertedContent: { text: "name" } }] }],
          },
        ],
        partialFingerprints: { "toolsetc/v1": clash.fingerprint },
      },
    ]);
  });

  test.each([
    ["a b/#c?.yaml", "a%20b/%23c%3F.yaml"],
    ["../é.yaml", "../%C3%A9.yaml"],
    ["c:/x\ud800.yaml", "c%3A/x%EF%BF%BD.yaml"],
  ])("names the file %j as %j", (file, uri) => {
    const text = formats.sarif(reportWith([finding(1, { mark: markAt(file, 1) })]));
    expect(JSON.parse(text).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
    expect(sarifErrors(text)).toEqual([]);
  });

  test("has no location for a flag, and says that the run failed", () => {
    const text = formats.sarif(
      reportWith([finding(1, { mark: { ...markAt("--env", 1), isFlag: true }, isUsage: true, toolsets: [], tool: undefined })]),
    );
    expect(JSON.parse(text).runs[0].invocations).toEqual([{ executionSuccessful: false }]);
    expect(JSON.parse(formats.sarif(reportWith([clash]))).runs[0].invocations).toEqual([{ executionSuccessful: true }]);
    expect(JSON.parse(text).runs[0].results[0].locations).toEqual([]);
  });
});

describe("the format for GitHub", () => {
  test("has the place, the code and the text of a finding", () => {
    expect(workflowCommands(formats.github(reportWith([clash])))).toEqual([
      {
        name: "error",
        properties: { file: "toolsets/shop.yaml", line: "2", endLine: "2", col: "3", endColumn: "7", title: "duplicate-key" },
        data: `${clash.message}\nnote: The first occurrence is here. toolsets/a.yaml:9\nhelp: ${clash.help}`,
      },
    ]);
  });

  test("has no more findings than GitHub shows, errors first, with the number and the files of the others", () => {
    const commands = workflowCommands(
      formats.github(reportWith([...many, finding(9, { mark: markAt("b.yaml", 1), severity: "warning" })])),
    );
    expect(commands.map(({ name }) => name)).toEqual([
      ...Array(10).fill("error"),
      ...Array(10).fill("warning"),
      ...Array(10).fill("notice"),
    ]);
    expect(commands.at(-1)?.data).toBe(
      "990 errors, 991 warnings, 991 notes more than GitHub shows, in toolsets/shop.yaml (2,971), b.yaml (1). `toolsetc validate` lists all.",
    );
  });

  test("has no columns for a range of several lines", () => {
    const mark = { ...markAt("a.yaml", 1), end: { line: 3, column: 1 } };
    const [command] = workflowCommands(formats.github(reportWith([finding(1, { mark })])));
    expect(command?.properties).toEqual({ file: "a.yaml", line: "1", endLine: "3", title: "unknown-field" });
  });
});

test("the format JUnit has a failed test for what fails the run, and a passed one for each other toolset", () => {
  const warning = finding(1, { severity: "warning" });
  expect(formats.junit(reportWith([warning]))).toContain('<testsuites name="toolsetc" tests="2" failures="0" errors="0">');
  expect(formats.junit(reportWith([warning], { failOn: "warning" }))).toContain('tests="2" failures="1" errors="0">');
  expect(formats.junit(reportWith([clash]))).toMatch(
    /<testsuite name="toolsets\/shop.yaml" tests="1" failures="1" errors="0">\n +<testcase /,
  );
  expect(formats.junit(reportWith([clash]))).toContain('<testcase classname="toolsetc" name="depot"/>');
  expect(formats.junit(reportWith([], { checked: [] }))).toContain('<testcase classname="toolsetc" name="no findings"/>');
});

test("the format Markdown stays under the limit of a comment, with errors first, and counts the others", () => {
  const text = formats.markdown(reportWith([...many].reverse()));
  expect(new TextEncoder().encode(text).length).toBeLessThan(60_000);
  const shown = countIn(text, /^\| \*\*error\*\*/gm);
  expect(shown).toBe(renderMarkdown(text).rows - 1);
  expect(text).toMatch(new RegExp(`\\n\\n${1000 - shown} errors, 1000 warnings, 1000 notes more\\. .*\\n$`));
});

test("the format Markdown has tables without padding, and names as code", () => {
  expect(formats.markdown(reportWith([clash]))).toBe(
    `**toolsetc:** 1 error\n\n| | place | code | finding |\n|---|---|---|---|\n| **error** | <code>toolsets/shop&#46;yaml&#58;2&#58;3</code> | <code>duplicate-key</code> | The field <code>nmae1</code> is unknown. Did you mean <code>name</code>? |\n`,
  );
});

test("JSON values in a message are each one word in Markdown, also if they are cut in a string", () => {
  const message = 'The examples were [{"id":"a b"},{"id":"x\\"y… and are [{"fields":["*"]}], {} and [1,2].';
  expect(
    messageCell(message)
      .replaceAll("&#34;", '"')
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
  ).toBe(
    'The examples were <code>[{"id":"a b"},{"id":"x\\"y…</code> and are <code>[{"fields":["*"]}]</code>, <code>{}</code> and <code>[1,2]</code>.',
  );
});

test("the format Markdown has punctuation right after code", () => {
  expect(messageCell('Changes since HEAD (3ad5f12). See "a.yaml": 1,204 lines.')).toBe(
    "Changes since HEAD (<code>3ad5f12</code>). See <code>a&#46;yaml</code>: 1,204 lines.",
  );
});

test("the format for agents has in one line all that is needed to correct a finding", () => {
  expect(formats.agent(reportWith([clash]))).toBe(
    `error[duplicate-key] toolsets/shop.yaml:2:3 shop/create_order: ${clash.message} Note: The first occurrence is here. toolsets/a.yaml:9:3 Help: ${clash.help} Fix: in toolsets/shop.yaml, replace 2:3-2:7 with name\n`,
  );
});

test("the format for GitHub counts further findings within GitHub's limit of ten notices", () => {
  const notes = Array.from({ length: 12 }, (_none, number) => finding(number, { severity: "note" }));
  const commands = workflowCommands(formats.github(reportWith(notes)));
  expect(commands).toHaveLength(10);
  expect(JSON.stringify(commands.at(-1))).toContain("3 notes more than GitHub shows");
});

test("the format text shows errors last", () => {
  const severities = ["error", "note", "warning"] as const;
  const text = formats.text(reportWith(severities.map((severity, number) => finding(number, { severity }))));
  expect(text.match(/^\w+(?=\[)/gm)).toEqual(["note", "warning", "error"]);
});

describe("a hostile text in a finding", () => {
  const marks = "\u001b]52;c;aGk=\u0007\u009b\u202e\u2066\u200b\u2028\u2029\ufeff\ufffe\uffff\ud800\0";
  const lines = "\r\n::error file=x::y\r::stop-commands::z\n \t::warning::w\u0085##[error]a]b ##vso[task.x]%0A::notice::%250A";
  const markup =
    "|\n|---|\n# a @everyone #12 o/r#3 GH-4 https://evil.example www.evil.example a@b.example ![i](//x) [l](javascript:1) `` ``` $x$ :+1: *b* __c__ ~~d~~ <img src=x onerror=1></code></td><!-- \\| deadbeef1 &lt; {0} ]]> </testcase> \" ' = , ; %";
  const hostile = `"${marks}${lines}${markup}" ${markup} ${lines}`;
  const findings = (["error", "warning", "note"] as const).map((severity, number) =>
    finding(number, {
      severity,
      message: hostile,
      mark: markAt(hostile, 1, 1, hostile),
      toolsets: [hostile],
      tool: hostile,
      related: [{ message: hostile, mark: markAt(hostile, 1, 1, hostile) }],
      fixes: [{ title: hostile, mark: markAt(hostile, 1), text: hostile }],
    }),
  );
  const report = reportWith(findings, { checked: [hostile], failOn: "warning" });

  test.each(formatNames)("is printed in the format %s without anything that a terminal or a log interprets", (name: FormatName) => {
    const text = formats[name](report);
    expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    const commands = workflowCommands(text).map((command) => command.name);
    expect(commands).toEqual(name === "github" ? ["error", "warning", "notice"] : []);
  });

  test("is the authored text in formats that are parsed", async () => {
    expect(sarifErrors(formats.sarif(report))).toEqual([]);
    expect(gitlabErrors(formats.gitlab(report))).toEqual([]);
    expect(await junitErrors(formats.junit(report))).toEqual([]);
    expect(JSON.parse(formats.json(report)).diagnostics[0].message).toBe(hostile);
    expect(countIn(formats.junit(report), /<testcase /g)).toBe(3);
  });

  test("makes no link in a message of SARIF", () => {
    const { text } = JSON.parse(formats.sarif(report)).runs[0].results[0].message;
    expect(text.replaceAll(/\\[\\[\]]/g, "")).not.toMatch(/[\\[\]]/);
  });

  test("adds no property to a command for GitHub", () => {
    for (const { properties } of workflowCommands(formats.github(report))) {
      expect(Object.keys(properties)).toEqual(["file", "line", "endLine", "col", "endColumn", "title"]);
      expect(properties).toMatchObject({ line: "1", title: "unknown-field" });
    }
  });

  test("makes no link, picture, mention or reference in Markdown", () => {
    const { tags, rows, prose } = renderMarkdown(formats.markdown(report));
    expect([...tags].sort()).toEqual(["code", "p", "strong", "table", "tbody", "td", "th", "thead", "tr"]);
    expect(rows).toBe(4);
    expect(prose).not.toMatch(/[@#/\\`|<>$_~*[\]{}]|www|GH-|:\/|deadbeef|:\+/);
  });

  test.each(["agent", "text"] as const)("starts no line in the format %s", (name) => {
    for (const line of formats[name](report).split("\n"))
      expect(line).toMatch(
        /^(?:|(?:error|warning|note)\[unknown-field\].*| *-->.*|1 \|.*| +\| [ ^]*| {2}note: .*| {2}help: .*| {2}(?: {6})?(?!::|##|-->|\||(?:error|warning|note|help)[:[])\S.*)$/,
      );
  });
});
