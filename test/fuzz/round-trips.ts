import { analyze, type Compilation } from "../../src/compile.ts";
import { ruleCodes } from "../../src/rules/index.ts";
import type { CompileOptions } from "../../src/settings.ts";
import { isArray, isObject, type Json } from "../../src/source/json/json.ts";
import { memoryHost, optionsOf } from "../compile-texts.ts";
import { type Compiled, filesOf, manifestsOf } from "./compiled.ts";
import type { Fault } from "./fault.ts";
import { type FuzzedProject, fromEntries, textsOf } from "./project.ts";

type RoundTrip = (project: FuzzedProject, compiled: Compiled) => Promise<Fault[]>;
type Texts = { readonly [path: string]: string };

/** Other ways to the same tools. */
export const roundTrips: readonly RoundTrip[] = [otherOrder, otherForm, alone, cesApp, mcpList];

/** Which tools there are does not depend on the order of names. */
async function otherOrder(project: FuzzedProject, { texts, typescript }: Compiled): Promise<Fault[]> {
  // Of two anchors of one name the first counts, as the standard leaves it open.
  if (Object.values(texts).some((text) => text.includes("nchor"))) return [];
  const files = Object.entries(project.files).map(([path, data]): [string, Json] => [
    path,
    typeof data === "string" ? data : reversed(data),
  ]);
  const other = await analyzeTexts(textsOf({ ...project, files: Object.fromEntries(files) }), { input: project.input });
  return different("tools depend on the order of keys", namesIn(typescript), namesIn(other));
}

function namesIn({ program }: Compilation): string {
  const names = program.toolsets.flatMap(({ name, tools }) => tools.map((tool) => `${name} ${tool.id} ${tool.name}`));
  return names.sort().join("\n");
}

function reversed(data: Json): Json {
  if (isArray(data)) return data.map(reversed);
  if (!isObject(data)) return data;
  const entries = Object.entries(data).reverse();
  return fromEntries(entries.map(([key, value]) => [key, reversed(value)]));
}

/** JSON is YAML: what a document says does not depend on how it is written. */
async function otherForm(project: FuzzedProject, { texts, typescript }: Compiled): Promise<Fault[]> {
  const json = Object.entries(project.files).map(([path, data]): [string, Json] => [
    path,
    path.endsWith(".json") || typeof data === "string" ? (texts[path] ?? "") : JSON.stringify(data),
  ]);
  const files = Object.fromEntries(json);
  // Odd numbers are no JavaScript values.
  if (JSON.stringify(project.files).includes("@@") || Object.keys(files).every((path) => files[path] === texts[path])) return [];
  const other = await analyzeTexts(textsOf({ ...project, files }), { input: project.input });
  return different("JSON and YAML differ", programIn(typescript), programIn(other));
}

function programIn({ program }: Compilation): string {
  const plain = program.toolsets.map(({ name, description, schemas, tools, account }) => [
    name,
    description,
    account,
    [...schemas].map(([key, { json }]) => [key, json]),
    tools.map(({ origin, input, output, ...tool }) => ({ ...tool, input: input.json, output: output.json })),
  ]);
  return JSON.stringify(plain, null, 1);
}

/** A tool is the same whether others are chosen or not. */
async function alone({ input }: FuzzedProject, { texts, typescript }: Compiled): Promise<Fault[]> {
  if (input.kind !== "openapi") return [];
  const whole = manifestsOf(typescript)[0]?.tools ?? [];
  const chosen = whole.find(({ id }) => /^[\w-]+$/.test(id));
  if (chosen === undefined || whole.length < 2) return [];
  const other = await analyzeTexts(texts, { input: { ...input, include: [chosen.id] } });
  const ids = other.program.toolsets.flatMap(({ tools }) => tools.map((tool) => [tool.id, tool.name, tool.input.json, tool.output.json]));
  return different(
    "a tool differs when it is alone",
    JSON.stringify([[chosen.id, chosen.name, chosen.input, chosen.output]]),
    JSON.stringify(ids),
  );
}

/** An app holds no snapshots, and names of tools in them are no templates. OpenAPI 2.0 has no rule for paths that are alike. */
const notInApps = new Set(["missing-snapshot", "unresolved-placeholder", "unrendered-template", "no-definitions", "duplicate-path"]);

/** The app that is made for CES of a project without errors has none. */
async function cesApp(_project: FuzzedProject, { typescript, findings: before }: Compiled): Promise<Fault[]> {
  if (before.some(({ severity }) => severity === "error")) return [];
  const apps = filesOf(typescript, "ces").map((files): Texts => Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const faults = apps.map(async (app) => {
    const findings = (await analyzeTexts(app)).ungrouped;
    const errors = findings.filter(({ severity, code }) => severity === "error" && !notInApps.has(code));
    return errors.map(({ code, message, mark }) => ({
      kind: `app for CES: ${code}`,
      details: `${message}\n${mark.file}:${mark.start.line}\n${(app[mark.file] ?? "")
        .split("\n")
        .slice(Math.max(0, mark.start.line - 6), mark.start.line + 4)
        .join("\n")}`,
    }));
  });
  return (await Promise.all(faults)).flat();
}

/** A `tools/list` that was made of tools is a snapshot that gives them again. What rules find in random texts costs no tool. */
async function mcpList(_project: FuzzedProject, { typescript }: Compiled): Promise<Fault[]> {
  const lists = filesOf(typescript, "mcp").flat();
  const faults = lists.map(async ({ text }): Promise<Fault[]> => {
    const server = { displayName: "a", mcpToolset: { serverAddress: "https://example.com/mcp" } };
    const other = await analyzeTexts({ "a.json": JSON.stringify(server), "snapshots/a.tools.json": text });
    const errors = other.ungrouped.filter(({ severity, code }) => severity === "error" && !ruleCodes.has(code));
    return errors.map(({ code, message, mark }) => ({
      kind: `tools/list as a snapshot: ${code}`,
      details: `${message}\n${mark.text.slice(0, 500)}`,
    }));
  });
  return (await Promise.all(faults)).flat();
}

function analyzeTexts(texts: Texts, options: CompileOptions = {}): Promise<Compilation> {
  return analyze(memoryHost(texts), optionsOf(options));
}

function different(kind: string, one: string, two: string): Fault[] {
  if (one === two) return [];
  let at = 0;
  while (one[at] === two[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  return [{ kind, details: `${around(one)}\n--- and\n${around(two)}` }];
}
