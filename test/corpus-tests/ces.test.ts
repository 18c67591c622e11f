import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Compilation, compile } from "../../src/compile.ts";
import type { Finding } from "../../src/findings/finding.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Host } from "../../src/project/load.ts";
import type { CompileOptions } from "../../src/settings.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { adviceCodes, memoryHost, optionsOf } from "../compile-texts.ts";
import { apps, appsNamed, hasCorpus } from "../corpus/corpus.ts";
import { filesIn } from "../example-project.ts";

/** The errors and warnings of an app as it is, by code. */
const told: { readonly [root: string]: { readonly [code: string]: number } } = {
  // Operations and functions without a description.
  travel_desk: { "missing-description": 3 },
  "hites-cx-agents/hites-dev-cxas-smart-agent": { "missing-description": 1 },
  "generative_form/generative_form": { "missing-description": 1 },
  // Comments as fields, in a tool that does not compile.
  "cxas_app/Sample_Support_Agent": { "unknown-field-elsewhere": 3 },
  // Its one toolset is a template, so the agent that uses it finds none.
  "gecx/Credit_Support_Voice_Agent": { "unknown-agent-toolset": 1 },
  // The same, and its environment is a template. It has a comment as a field.
  bank_template: { "unknown-agent-toolset": 1, "unrendered-environment": 1, "unknown-field-elsewhere": 1 },
  // Its environment has <PROJECT_ID> in it.
  "data/apps/cx-as-0": { "unrendered-template": 1 },
  // Its environment is a template. A header is described that the security scheme sends; `nullable` stands beside `$ref`.
  "gecx/Nova_Horizon_Bot_v2": {
    "unrendered-environment": 1,
    "unresolved-placeholder": 1,
    "unresolved-placeholder-elsewhere": 1,
    "ignored-parameter": 1,
    "nullable-beside-reference": 1,
  },
};

/** The same of the rules of CES, which look at the instructions and the code of an app too. The corpus has neither. */
const toldForCes: { readonly [root: string]: { readonly [code: string]: number } } = {
  // Its root agent has another name.
  "mock_integration_testing/mock_integration_testing": { "ces-unknown-reference": 1 },
  // No agent, instruction or code names one of its agents.
  "hites-cx-agents/hites-dev-cxas-smart-agent": { "ces-unreachable-agent": 1 },
};

async function compileApp(host: Host, options: CompileOptions = {}): Promise<Compilation & { readonly findings: readonly Finding[] }> {
  const compilation = await compile(host, optionsOf(options));
  return { ...compilation, findings: compilation.ungrouped };
}

function countsOf(findings: readonly Finding[]): { [code: string]: number } {
  const counts = new Map<string, number>();
  for (const { code, severity } of findings) if (severity !== "note") counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const kindOf: { readonly [kind: string]: string } = {
  "toolset:openApiToolset": "openapi",
  "tool:clientFunction": "client",
};

describe("exported apps of the corpus", () => {
  test("have an app file for each index", () => {
    expect(apps).toHaveLength(hasCorpus ? 22 : 2);
    for (const { name, folder } of apps)
      expect(existsSync(join(folder, "app.json")) || existsSync(join(folder, "app.yaml")), name).toBe(true);
  });

  test.each(apps)("have no false findings, and all toolsets with known values compile: $name", async (app) => {
    const { name, folder, files: own } = app;
    const { program, findings, refused, definitions } = await compileApp(createHost(folder));
    const expected = countsFor(name, told);
    expect(countsOf(findings)).toEqual(expected);

    const wanted = own.flatMap(({ kind }) => kindOf[kind] ?? []);
    expect(definitions.accepted.map(({ kind }) => kind).sort()).toEqual(wanted.sort());
    // What is not valid as it is lacks the value of its placeholder.
    expect(refused).toHaveLength(expected["unresolved-placeholder"] ?? 0);
    expect(program.toolsets).toHaveLength(wanted.length - refused.length);
    for (const { account } of program.toolsets) expect(account).toMatchObject({ failed: 0, excluded: 0, tools: account.operations });
    const others = own.filter(({ kind }) => kind.startsWith("tool:") && kindOf[kind] === undefined);
    expect(definitions.others.map(({ member }) => `tool:${member}`).sort()).toEqual(others.map(({ kind }) => kind).sort());
  });

  test.each(apps)("have no false findings of the rules for CES: $name", async ({ name, folder }) => {
    const { findings } = await compileApp(createHost(folder), { profile: "ces" });
    const { "ces-missing-file": missing = 0, ...counts } = countsOf(findings);
    expect(counts).toEqual({ ...countsFor(name, told), ...countsFor(name, toldForCes) });
    const texts = findings.filter(({ code, message }) => code === "ces-missing-file" && /\.(?:py|txt)"\.$/.test(message));
    expect(texts).toHaveLength(missing);
  });
});

function countsFor(name: string, table: typeof told): { readonly [code: string]: number } {
  return Object.entries(table).find(([end]) => name.endsWith(end))?.[1] ?? {};
}

const templates = [
  { app: "bank_template", toolset: "accounts", variable: "accounts_url" },
  { app: "Credit_Support_Voice_Agent", toolset: "banking_service_mcp_toolset", variable: "banking_service_url" },
].flatMap((each) => appsNamed([each.app]).map(({ folder }) => ({ ...each, folder })));

describe.each(templates)("a template of $app whose values are filled in", ({ toolset, variable, folder }) => {
  const path = `toolsets/${toolset}/${toolset}.yaml`;

  function filledIn(): { [path: string]: string } {
    // The values of the environment are a template of their own, which is left out.
    const { "environment.json.tftpl": _values, ...texts } = filesIn(folder);
    const text = (texts[`${path}.tftpl`] ?? "").replaceAll(`$\{${variable}}`, "https://bank.example");
    expect(text).toContain("https://bank.example");
    return { ...texts, [path]: text };
  }

  test("has errors only for its missing snapshot", async () => {
    const { findings, program } = await compileApp(memoryHost(filledIn()));
    const said = findings.filter(({ severity, code }) => severity !== "note" && code !== "unknown-field-elsewhere");
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
    const inputSchema = { type: "object", properties: { account: { type: "string", description: "Its number." } }, required: ["account"] };
    const tools = [...new Set(used)].map((name) => ({ name, description: `Carries out ${name}.`, inputSchema }));
    expect(tools.length).toBeGreaterThan(1);
    const snapshot = { [`snapshots/${toolset}.tools.json`]: JSON.stringify({ tools }) };
    const { findings, program } = await compileApp(memoryHost({ ...texts, ...snapshot }));
    expect(findings.filter(({ code }) => code !== "unknown-field-elsewhere")).toEqual([]);
    expect(program.toolsets.flatMap((each) => each.tools.map(({ id }) => id)).sort()).toEqual(tools.map(({ name }) => name).sort());
    expect(program.toolsets[0]?.endpoint).toMatchObject({ kind: "mcp" });
  });
});

/** Exports with an environment: how many placeholders stand in their toolsets, in the app and in tools of other kinds. */
const filled = [
  { app: "travel_desk", toolsets: 2, inApp: 3, inTools: 1 },
  { app: "hites-dev-cxas-smart-agent", toolsets: 8, inApp: 5, inTools: 5 },
].flatMap((each) => appsNamed([each.app]).map(({ name, folder }) => ({ ...each, name, folder })));

describe.each(filled)("the app $app with $toolsets toolsets and an environment", ({ name, folder, toolsets: count, inApp, inTools }) => {
  test("has the addresses of the environment in its tools", async () => {
    const texts = filesIn(folder);
    const { toolsets } = JSON.parse(texts["environment.json"] ?? "") as { toolsets: Record<string, { openApiToolset: { url: string } }> };
    const { findings, program } = await compileApp(memoryHost(texts));
    expect(countsOf(findings)).toEqual(countsFor(name, told));
    const compiled = program.toolsets.filter(({ resource }) => resource === "toolset");
    expect(compiled).toHaveLength(count);
    const addresses = compiled.map(({ displayName, endpoint }) => [displayName, Object.values(endpoint.environments)]);
    expect(Object.fromEntries(addresses)).toEqual(Object.fromEntries(Object.entries(toolsets).map(([name, values]) => [name, [values]])));
  });

  test("has an error at the line of each address if the environment is missing", async () => {
    const { "environment.json": _file, ...texts } = filesIn(folder);
    const { findings, program } = await compileApp(memoryHost(texts));
    expect(program.toolsets.map(({ resource }) => resource)).toEqual(["tool"]);
    const errors = findings.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(count);
    for (const { code, mark } of errors) {
      expect(code).toBe("unresolved-placeholder");
      expect(mark.file).toMatch(/^toolsets\//);
      expect(mark.text).toMatch(/\burl: /);
      expect(mark.text.slice(mark.start.column - 1, mark.end.column - 1)).toBe("$env_var");
    }
    const warnings = findings.filter(({ severity, code }) => severity === "warning" && !adviceCodes.has(code));
    expect(warnings.map(({ code }) => code)).toEqual(Array(inApp + inTools).fill("unresolved-placeholder-elsewhere"));
    expect(warnings.filter(({ mark }) => mark.file === "app.json")).toHaveLength(inApp);
    expect(warnings.filter(({ mark }) => mark.file.startsWith("tools/"))).toHaveLength(inTools);
  });
});
