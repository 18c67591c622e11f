import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { type Compilation, compile } from "../../src/compile.ts";
import type { Finding } from "../../src/diagnostic/report.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Host } from "../../src/project/load.ts";
import { findingsOf } from "../../src/report.ts";
import { parseTree } from "../../src/source/tree.ts";
import { memoryHost, optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus.ts";

interface Row {
  readonly path: string;
  readonly kind: string;
}

const rows: Row[] = hasCorpus
  ? readFileSync(corpus("ces/INDEX.tsv"), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"))
      .map(([path = "", , kind = ""]) => ({ path, kind }))
  : [];

/** What an app's folder holds at its top, one of which every path of the index goes through. */
const top = /\/(?:app\.(?:json|yaml)|environment\.json(?:\.tftpl)?|(?:agents|toolsets|tools|guardrails|evaluation\w*|pythonEnvFiles)\/.*)$/;

const roots = [...new Set(rows.map(({ path }) => path.replace(top, "")))];

/** What its owner is told of an app as it is: its errors and warnings by code. */
const told: { readonly [root: string]: { readonly [code: string]: number } } = {
  // Comments as fields, in a tool that does not compile.
  "cxas_app/Sample_Support_Agent": { "unknown-field-elsewhere": 3 },
  // Its one toolset is a template, so the agent that uses it finds none.
  "gecx/Credit_Support_Voice_Agent": { "unknown-agent-toolset": 1 },
  // Its environment has <PROJECT_ID> in it.
  "data/apps/cx-as-0": { "unrendered-template": 1 },
  // Its environment is a template. A header is described that the security scheme sends; `nullable` stands beside `$ref`.
  "gecx/Nova_Horizon_Bot_v2": {
    "unrendered-environment": 1,
    "unresolved-placeholder": 1,
    "unresolved-placeholder-elsewhere": 1,
    "ignored-parameter": 1,
    "ignored-sibling": 1,
  },
};

async function compileApp(host: Host): Promise<Compilation & { readonly findings: readonly Finding[] }> {
  const compilation = await compile(host, optionsOf());
  return { ...compilation, findings: findingsOf(compilation) };
}

function countsOf(findings: readonly Finding[]): { [code: string]: number } {
  const counts = new Map<string, number>();
  for (const { code, severity } of findings) if (severity !== "note") counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Another path for a file of the disk, or its text as something made of it. */
function textsOf(root: string): { [path: string]: string } {
  const folder = corpus(`ces/${root}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [
        path
          .slice(folder.length + 1)
          .split(sep)
          .join("/"),
        readFileSync(path, "utf8"),
      ];
    }),
  );
}

const kindOf: { readonly [kind: string]: string } = {
  "toolset:openApiToolset": "openapi",
  "tool:clientFunction": "client",
};

describe.skipIf(!hasCorpus)("exported apps of the corpus", () => {
  test("every file of the index belongs to an app", () => {
    expect(roots).toHaveLength(20);
    for (const root of roots) {
      expect(existsSync(corpus(`ces/${root}/app.json`)) || existsSync(corpus(`ces/${root}/app.yaml`)), root).toBe(true);
    }
  });

  test.each(roots)("%s: no false alarm, and every toolset and client function that has its values compiles", async (root) => {
    const { program, findings, refused, definitions } = await compileApp(createHost(corpus(`ces/${root}`)));
    const [, expected = {}] = Object.entries(told).find(([end]) => root.endsWith(end)) ?? [];
    expect(countsOf(findings)).toEqual(expected);

    const own = rows.filter(({ path }) => path.startsWith(`${root}/`));
    const wanted = own.flatMap(({ kind }) => kindOf[kind] ?? []);
    expect(definitions.accepted.map(({ kind }) => kind).sort()).toEqual(wanted.sort());
    // What is not valid as it is lacks the value of its placeholder.
    expect(refused).toHaveLength(expected["unresolved-placeholder"] ?? 0);
    expect(program.toolsets).toHaveLength(wanted.length - refused.length);
    for (const { account } of program.toolsets) expect(account).toMatchObject({ failed: 0, excluded: 0, tools: account.operations });
    const others = own.filter(({ kind }) => kind.startsWith("tool:") && kindOf[kind] === undefined);
    expect(definitions.others.map(({ member }) => `tool:${member}`).sort()).toEqual(others.map(({ kind }) => kind).sort());
  });
});

describe.skipIf(!hasCorpus)("a template, filled in", () => {
  const root = roots.find((each) => each.endsWith("/Credit_Support_Voice_Agent")) ?? "";
  const path = "toolsets/banking_service_mcp_toolset/banking_service_mcp_toolset.yaml";

  function filledIn(): { [path: string]: string } {
    const texts = textsOf(root);
    const text = (texts[`${path}.tftpl`] ?? "").replaceAll("$" + "{banking_service_url}", "https://bank.example");
    expect(text).toContain("https://bank.example");
    return { ...texts, [path]: text };
  }

  test("wants a snapshot, and nothing else", async () => {
    const { findings, program } = await compileApp(memoryHost(filledIn()));
    const said = findings.filter(({ severity }) => severity !== "note");
    expect(said.map(({ code, mark }) => [code, mark.file, mark.text])).toEqual([["missing-snapshot", path, "mcpToolset:"]]);
    expect(program.toolsets).toEqual([]);
  });

  test("compiles with a snapshot", async () => {
    const texts = filledIn();
    // What the server has is not known, but what the app's agents use of it is.
    const agents = Object.entries(texts).filter(([file]) => file.startsWith("agents/") && file.endsWith(".yaml"));
    const used = agents.flatMap(([file, text]) => {
      const { data } = parseTree({ path: file, text });
      const { toolsets = [] } = data as { toolsets?: { toolset: string; toolIds: string[] }[] };
      return toolsets.flatMap(({ toolIds }) => toolIds);
    });
    const inputSchema = { type: "object", properties: { account: { type: "string" } }, required: ["account"] };
    const tools = [...new Set(used)].map((name) => ({ name, description: `Carries out ${name}.`, inputSchema }));
    expect(tools.length).toBeGreaterThan(5);
    const snapshot = { "snapshots/banking_service_mcp_toolset.tools.json": JSON.stringify({ tools }) };
    const { findings, program } = await compileApp(memoryHost({ ...texts, ...snapshot }));
    expect(findings).toEqual([]);
    expect(program.toolsets.flatMap((toolset) => toolset.tools.map(({ id }) => id)).sort()).toEqual(tools.map(({ name }) => name).sort());
    expect(program.toolsets[0]?.connection).toMatchObject({ kind: "mcp" });
  });
});

describe.skipIf(!hasCorpus)("eight toolsets and an environment", () => {
  const root = roots.find((each) => each.endsWith("/hites-dev-cxas-smart-agent")) ?? "";

  test("the file's addresses are in the program", async () => {
    const texts = textsOf(root);
    const { toolsets } = JSON.parse(texts["environment.json"] ?? "") as { toolsets: Record<string, { openApiToolset: { url: string } }> };
    const { findings, program } = await compileApp(memoryHost(texts));
    expect(findings).toEqual([]);
    const compiled = program.toolsets.filter(({ resource }) => resource === "toolset");
    expect(compiled).toHaveLength(8);
    const addresses = compiled.map(({ displayName, connection }) => [displayName, Object.values(connection.environments)]);
    expect(Object.fromEntries(addresses)).toEqual(Object.fromEntries(Object.entries(toolsets).map(([name, values]) => [name, [values]])));
  });

  test("without the file each address is missing at its line", async () => {
    const { "environment.json": _file, ...texts } = textsOf(root);
    const { findings, program } = await compileApp(memoryHost(texts));
    expect(program.toolsets.map(({ resource }) => resource)).toEqual(["tool"]);
    const errors = findings.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(8);
    for (const { code, mark } of errors) {
      expect(code).toBe("unresolved-placeholder");
      expect(mark.file).toMatch(/^toolsets\//);
      expect(mark.text).toMatch(/^ *-? *url: /);
      expect(mark.text.slice(mark.start.column - 1, mark.end.column - 1)).toBe("$env_var");
    }
    const warnings = findings.filter(({ severity }) => severity === "warning");
    expect(warnings.map(({ code }) => code)).toEqual(Array(10).fill("unresolved-placeholder-elsewhere"));
    expect(warnings.filter(({ mark }) => mark.file === "app.json")).toHaveLength(5);
    expect(warnings.filter(({ mark }) => mark.file.startsWith("tools/"))).toHaveLength(5);
  });
});

test.skipIf(hasCorpus)("the corpus of exported apps is not beside the project: its tests were skipped", () => undefined);
