import { describe, expect, test } from "vitest";
import { baselineEntries, baselineText, updatedEntries } from "../../src/findings/baseline.ts";
import { findingsOf, reportOf } from "../../src/findings/findings-of.ts";
import { formats } from "../../src/findings/formats/formats.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { compileTexts } from "../compile-texts.ts";
import { cpuTime } from "../cpu-time.ts";
import { sarifErrors } from "../hostile/consumers.ts";

const document = (responses: string, more = "") =>
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://a.example }]\n${more}paths:\n  /a:\n    get:\n      operationId: a\n      summary: Get it\n      responses:\n${responses}`;
const project = (text: string, more: { readonly [path: string]: string } = {}) => ({
  "toolsetc.yaml": "targets: []\n",
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./api.yaml }\n",
  "api.yaml": text,
  ...more,
});
const ignored = '        # toolsetc-ignore invalid-status: "The service" [answers](so).\n        "99": { description: It. }\n';
const shown = '        "98": { description: It. }\n';

describe("a comment that suppresses a finding", () => {
  test("hides a finding from people and from the exit code, and SARIF and JSON contain the reason", async () => {
    const compilation = await compileTexts(project(document(ignored)));
    const all = findingsOf(compilation);
    expect(all.findings).toEqual([]);
    const report = reportOf(compilation, all);
    for (const name of ["text", "github", "agent"] as const) expect(formats[name](report)).toBe("");
    for (const name of ["gitlab", "junit", "markdown"] as const) expect(formats[name](report)).not.toContain("invalid-status");
    const sarif = formats.sarif(report);
    expect(sarifErrors(sarif)).toEqual([]);
    expect(JSON.parse(sarif).runs[0].results).toEqual([
      expect.objectContaining({ suppressions: [{ kind: "inSource", justification: '"The service" [answers](so).' }] }),
    ]);
    const json = JSON.parse(formats.json(report));
    expect(json).toMatchObject({ diagnostics: [], summary: { warnings: 0 } });
    expect(json.suppressed).toEqual([
      expect.objectContaining({ code: "invalid-status", suppression: { kind: "comment", reason: '"The service" [answers](so).' } }),
    ]);
  });

  test("in a document that `pull` fetches hides nothing, which is reported once", async () => {
    const sources = { "toolsetc.yaml": "targets: []\nsources: { shop: https://a.example/openapi.yaml }\n" };
    const { findings } = await compileTexts(project(document(ignored + ignored.replace("99", "97")), sources));
    expect(findings.map(({ code }) => code)).toEqual(["invalid-suppression", "invalid-status", "invalid-status"]);
    expect(findings[0]?.message).toContain("a document that `toolsetc pull` fetches");
    // A document of the project itself, beside it, may.
    const others = {
      "yard.yaml": "displayName: yard\nopenApiToolset: { openApiSchema: ./yard.openapi.yaml }\n",
      "yard.openapi.yaml": document(ignored),
    };
    const both = await compileTexts(project(document(ignored), { ...sources, ...others }));
    expect(both.findings.map(({ code, mark }) => `${code} ${mark.file}`)).toEqual([
      "invalid-suppression api.yaml",
      "invalid-status api.yaml",
    ]);
  });

  test("is not reported as unused if its finding could not be found in this run", async () => {
    const unused = project(document('        # toolsetc-ignore invalid-status: why\n        "200": { description: It. }\n'));
    const codes = async (...given: Parameters<typeof compileTexts>) => (await compileTexts(...given)).findings.map(({ code }) => code);
    expect(await codes(unused)).toEqual(["unused-suppression"]);
    expect(await codes(unused, { scope: { toolsets: ["shop"], named: [], beside: "nothing" } })).toEqual([]);
    expect(await codes(unused, { set: new Map([["toolsets.shop.openApiToolset.url", "https://b.example"]]) })).not.toContain(
      "unused-suppression",
    );
    const broken = { ...unused, "bad.yaml": "displayName: bad\nopenApiToolset: { openApiSchema: ./none.yaml }\n" };
    expect(await codes(broken)).not.toContain("unused-suppression");
    expect(await codes(broken)).not.toEqual([]);
  });

  test("of a rule that does not run is not reported as unused", async () => {
    const text = document(
      '        # toolsetc-ignore ces-missing-operation-id, description-too-short: why\n        "200": { description: It. }\n',
    );
    expect((await compileTexts(project(text))).findings).toEqual([]);
    const found = (await compileTexts(project(text), { profile: "ces" })).findings.map(({ message }) => message);
    expect(found).toContain('There is no finding "ces-missing-operation-id" to suppress here.');
  });

  test("of a target that is not emitted is not reported as unused", async () => {
    const text = document('        # toolsetc-ignore output-schemas-omitted: why\n        "200": { description: It. }\n');
    expect((await compileTexts(project(text))).findings).toEqual([]);
    const { findings } = await compileTexts(project(text), { targets: ["mcp"] });
    expect(findings.map(({ code }) => code)).toEqual(["unused-suppression"]);
  });

  test("that is invalid is not reported in a run of another part of the project", async () => {
    const more = { "other.yaml": "# toolsetc-ignore invalid-status\ndisplayName: other\nopenApiToolset: { openApiSchema: ./api.yaml }\n" };
    const texts = project(document('        "200": { description: It. }\n'), more);
    expect((await compileTexts(texts)).findings.map(({ code }) => code)).toEqual(["invalid-suppression"]);
    expect((await compileTexts(texts, { scope: { toolsets: ["shop"], named: [], beside: "namesakes" } })).findings).toEqual([]);
  });

  test.each(["\n", ""])("at the end of a text applies to no line", async (end) => {
    const block = document('        "200": { description: It. }\n# toolsetc-ignore invalid-status: why').replaceAll(/^/gm, "    ");
    const nested = {
      "toolsetc.yaml": "targets: []\n",
      "shop.yaml": `displayName: shop\nopenApiToolset:\n  openApiSchema: |\n${block}${end}`,
    };
    const { findings } = await compileTexts(nested);
    expect(findings.map(({ code, mark }) => `${code} ${mark.start.line}`)).toEqual(["unused-suppression 14"]);
  });

  test("without a known code is not reported as expired too", async () => {
    const comment = "        # toolsetc-ignore gone until 2020-01-01: why\n";
    const compilation = await compileTexts(project(document(`${comment}        "200": { description: It. }\n`)));
    const { findings } = findingsOf(compilation, "2026-01-01");
    expect(findings.map(({ message }) => message)).toContain('This suppression comment is invalid: there is no code "gone".');
    expect(findings.map(({ code }) => code)).not.toContain("expired-suppression");
  });

  test("in a nested document in quotes applies to its line there", async () => {
    const quoted = JSON.stringify(document(ignored));
    const { findings } = await compileTexts({
      "toolsetc.yaml": "targets: []\n",
      "shop.yaml": `displayName: shop\nopenApiToolset:\n  openApiSchema: ${quoted}\n`,
    });
    expect(findings).toEqual([]);
  });

  test("takes linear time", async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, number) => `        # toolsetc-ignore invalid-status: ${number}\n\n`).join("");
    const statuses = (count: number) =>
      Array.from(
        { length: count },
        (_, number) => `        "${number + 6000}": { description: It. } # toolsetc-ignore invalid-status: why\n`,
      ).join("");
    const compilation = await compileTexts(project(document(lines(4000) + statuses(1000))));
    expect(cpuTime(() => expect(findingsOf(compilation).suppressed).toHaveLength(1000), 1250)).toBeLessThan(1250);
  });

  test("has no effect in JSON, which has no comments", async () => {
    const text = JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "# toolsetc-ignore-file invalid-status: x", version: "1" } },
      servers: [{ url: "https://a.example" }],
      paths: { "/a": { get: { responses: { 99: { description: "It." } } } } },
    });
    const { findings } = await compileTexts({
      ...project(""),
      "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./api.json }\n",
      "api.json": text,
    });
    expect(findings.map(({ code }) => code)).toContain("invalid-status");
  });
});

describe("a baseline of known findings", () => {
  const codes = new Set(["invalid-status"]);
  const options = { searched: codes, codes, mayGrow: true };
  const entriesIn = async (text: string) => updatedEntries([], (await compileTexts(project(text))).findings, options);
  const left = async (text: string, baseline: string) => {
    const found = await compileTexts(project(text));
    return findingsOf(found, undefined, parseTree({ path: "known.json", text: baseline }));
  };

  test("has one line for each finding, sorted, with its file, code and message", async () => {
    const text = baselineText(await entriesIn(document(`        "97": { description: It. }\n${shown}`)));
    expect(text.split("\n").slice(3, 5)).toEqual([
      expect.stringMatching(
        /^ {4}\{ "file": "api.yaml", "code": "invalid-status", "message": "The key \\"97\\" is not a status code, so the response is ignored\.", "fingerprint": "[\da-f]{64}" \},$/,
      ),
      expect.stringMatching(/"message": "The key \\"98\\" is not/),
    ]);
    expect(baselineEntries(parseTree({ path: "known.json", text }))).toHaveLength(2);
    expect(JSON.parse(baselineText([]))).toEqual({ formatVersion: "1.0", findings: [] });
    expect(text).toBe(baselineText([...(await entriesIn(document(`        "97": { description: It. }\n${shown}`)))].reverse()));
  });

  test("hides known findings after their lines moved, and no others", async () => {
    const known = baselineText(await entriesIn(document(shown)));
    const moved = await left(
      document(`        # A comment.\n        "200": { description: It. }\n${shown}`, "tags: [{ name: a }]\n"),
      known,
    );
    expect(moved.findings).toEqual([]);
    expect(moved.suppressed.map(({ suppression }) => suppression.kind)).toEqual(["baseline"]);
    const worse = await left(document(`${shown}        "97": { description: It. }\n`), known);
    expect(worse.findings.map(({ message }) => message)).toEqual(['The key "97" is not a status code, so the response is ignored.']);
  });

  test("shrinks to what still exists, and grows only if it may", async () => {
    const before = await entriesIn(document(`${shown}        "97": { description: It. }\n`));
    const { findings } = await compileTexts(project(document('        "97": { description: It. }\n        "96": { description: It. }\n')));
    const messages = (mayGrow: boolean) => updatedEntries(before, findings, { ...options, mayGrow }).map(({ message }) => message);
    expect(messages(false)).toEqual(['The key "97" is not a status code, so the response is ignored.']);
    expect(messages(true)).toEqual([
      'The key "97" is not a status code, so the response is ignored.',
      'The key "96" is not a status code, so the response is ignored.',
    ]);
  });

  test("contains no notes, which never fail a run", async () => {
    const texts = { ...project(document(shown)), "toolsetc.yaml": "targets: []\nrules: { invalid-status: note }\n" };
    const { findings } = await compileTexts(texts);
    expect(findings.map(({ severity }) => severity)).toEqual(["note"]);
    expect(updatedEntries([], findings, options)).toEqual([]);
  });

  test("keeps entries that this run did not look for, except for codes that no longer exist", () => {
    const entry = (code: string) => ({ file: "a.yaml", code, message: "", fingerprint: code });
    const entries = [entry("known"), entry("gone")];
    expect(updatedEntries(entries, [], { searched: new Set(), codes: new Set(["known"]), mayGrow: true })).toEqual([entry("known")]);
  });
});
