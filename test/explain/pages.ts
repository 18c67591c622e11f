import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticCodes } from "../../src/findings/diagnostic-codes.ts";
import { rules } from "../../src/rules/index.ts";
import { profileOf } from "../../src/rules/is-enabled.ts";
import { type Content, type Example, type Files, repeatedText } from "./example.ts";
import type { Given } from "./run.ts";

/** Texts by their path from docs/. */
export interface Pages {
  readonly [path: string]: string;
}

/** The groups of codes in the order of the index, each with what its codes are about. */
const titles: { readonly [group: string]: readonly [title: string, about: string] } = {
  files: ["Files", "What can be wrong with a file before its content is understood, and with the files of a project."],
  configuration: ["Configuration", "`toolsetc.yaml`: targets, environments, overrides, sources, credentials and severities."],
  definitions: ["Definitions", "Toolsets, tools and agents: their fields, their names, and what they refer to."],
  environments: ["Environments", "The placeholder `$env_var`, and the environment files with its values."],
  openapi: ["OpenAPI documents", "What the OpenAPI standard forbids, and what keeps an operation from becoming a tool."],
  overlays: ["Overlays", "The overlays that `sources` applies to OpenAPI documents."],
  schemas: ["Schemas", "JSON Schema in OpenAPI documents, snapshots and client functions."],
  tools: ["Tools", "What becomes of operations: names, inputs and credentials."],
  model: ["Texts for models", "What misleads a model that chooses among tools and calls them: recommended rules, and optional ones."],
  mcp: ["MCP servers", "Toolsets over an MCP server, and snapshots of its tools."],
  connectors: ["Connectors", "Toolsets over Integration Connectors, and snapshots of a connection."],
  security: ["Risks", "Secrets, addresses, texts and names that can do harm."],
  suppressions: ["Suppressions", "Comments that hide findings, and the baseline of known findings."],
  commands: ["Commands", "What only `export`, `import` and `pull` report."],
  changes: ["Changes", "What `breaking` reports: changes of a tool since a lock, a folder or a revision; and locks that are out of date."],
  targets: ["Targets", "TypeScript, MCP, and the schemas of the model providers."],
  dotcraft: ["DotCraft", "The target `dotcraft`."],
  ces: ["CX Agent Studio", "The target `ces`, and the rules of `--profile ces`."],
};

/** The index, and a page for each code. `given` is what each example gives, by code. */
export function pagesOf(examples: readonly Example[], given: ReadonlyMap<string, Given>): Pages {
  const pages = examples.map((example): [string, string] => {
    const [title = ""] = titles[example.group] ?? [];
    const link = `More: [${title}](../diagnostics.md#${title.toLowerCase().replaceAll(" ", "-")})`;
    return [`diagnostics/${example.code}.md`, `${explanationOf(example, given.get(example.code)?.text ?? "")}\n${link}\n`];
  });
  return Object.fromEntries([["diagnostics.md", indexOf(examples)], ...pages.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The pages, with the written page of each code whose example was not run: what is made for it has no finding. */
export function withPagesOfOthers(made: Pages, written: Pages, given: ReadonlyMap<string, Given>): Pages {
  const entries = Object.entries(made).flatMap(([path, text]): [string, string][] => {
    const code = /^diagnostics\/(.*)\.md$/.exec(path)?.[1];
    const page = code === undefined || given.has(code) ? text : written[path];
    return page === undefined ? [] : [[path, page]];
  });
  return Object.fromEntries(entries);
}

/** The text of a code's page without its last line, which is a link. */
export function withoutLink(page: string): string {
  return page.slice(0, page.lastIndexOf("\nMore: "));
}

export function writePages(folder: string, pages: Pages): void {
  rmSync(join(folder, "diagnostics"), { recursive: true, force: true });
  mkdirSync(join(folder, "diagnostics"), { recursive: true });
  for (const [path, text] of Object.entries(pages)) writeFileSync(join(folder, path), text);
}

/** The examples of a group in the order of the codes. */
function inGroup(group: string, examples: readonly Example[]): Example[] {
  return diagnosticCodes.flatMap(({ code }) => examples.filter((example) => example.code === code && example.group === group));
}

function indexOf(examples: readonly Example[]): string {
  const groups = Object.entries(titles).map(([group, [title, about]]) => {
    const codes = inGroup(group, examples).map(({ code }) => kindOf(code));
    const lists = (["error", "warning", "note"] as const).flatMap((severity) => {
      const links = codes.filter((each) => each.severity === severity).map(({ code }) => `[${code}](diagnostics/${code}.md)`);
      return links.length === 0
        ? []
        : [wrapped(`- ${severity === "error" ? "Errors" : severity === "warning" ? "Warnings" : "Notes"}:`, links)];
    });
    return `## ${title}\n\n${about}\n\n${lists.join("\n")}\n`;
  });
  return `# Diagnostics

Every finding has a code, which is printed with it in brackets: \`error[unknown-field]\`.
\`toolsetc explain <code>\` prints the page of a code.
Under \`rules\`, \`toolsetc.yaml\` sets the severity of a code: \`rules: { skipped-file: off }\`.

${groups.join("\n")}`;
}

/** A list item of links, in lines of at most 120 characters. */
function wrapped(start: string, links: readonly string[]): string {
  const lines = [start];
  for (const [index, link] of links.entries()) {
    const text = index === links.length - 1 ? link : `${link},`;
    const longer = `${lines.at(-1)} ${text}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`  ${text}`);
  }
  return lines.join("\n");
}

/** What `explain` prints. */
function explanationOf(example: Example, finding: string): string {
  const kind = kindOf(example.code);
  const { run, files, bad, good } = example;
  const isSame = Object.keys(good).length === 0;
  const how = `${run.good === run.bad ? "" : ` with \`${run.good}\``}${isSame ? ", with the same files" : ""}`;
  const parts = [
    `# ${kind.code}`,
    severityOf(kind),
    kind.help,
    ...(kind.cause === undefined ? [] : ["Findings of a file with the same cause are shown as one, with the number of its places."]),
    "**Bad**:",
    ...filesOf({ ...bad, ...files }),
    `\`${run.bad}\` prints:`,
    fenced("text", finding),
    `**Good**${how}${isSame ? "." : ":"}`,
    ...filesOf(good),
    ...(isSame || Object.keys(files).length === 0 ? [] : [`${nameList(Object.keys(files))} as above.`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function kindOf(code: string): (typeof diagnosticCodes)[number] {
  const kind = diagnosticCodes.find((each) => each.code === code);
  if (kind === undefined) throw new Error(`There is no code ${code}.`);
  return kind;
}

function nameList(paths: readonly string[]): string {
  const names = paths.map((path) => `\`${path}\``);
  return names.length === 1 ? `With ${names[0]}` : `With ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function severityOf({ code, severity, errorIn }: (typeof diagnosticCodes)[number]): string {
  const rule = rules.find((each) => each.code === code);
  const name = `${severity.slice(0, 1).toUpperCase()}${severity.slice(1)}`;
  if (rule !== undefined && profileOf(rule) !== undefined) return `${name}, with \`--profile ${rule.set}\` only.`;
  if (rule?.set === "optional") return `${name}, where \`toolsetc.yaml\` asks for it: \`rules: { ${code}: ${severity} }\`.`;
  if (errorIn === undefined) return `${name}.`;
  return severity === "error"
    ? `Error; in an OpenAPI document only where a tool is lost by it, or with \`--profile ${errorIn}\`.`
    : `${name}; error with \`--profile ${errorIn}\`.`;
}

function filesOf(files: Files): string[] {
  return Object.entries(files).flatMap(([path, content]) => [`\`${path}\`${noteOn(content)}:`, fenced(languageOf(path), textOf(content))]);
}

function noteOn(content: Content): string {
  if (typeof content === "string" || "part" in content) return "";
  return "latin1" in content ? ", saved as Latin-1" : `, of ${content.size / 2 ** 20} MiB`;
}

function textOf(content: Content): string {
  if (typeof content !== "string" && "part" in content) return repeatedText(content, 2);
  return typeof content === "string" ? content : "latin1" in content ? content.latin1 : "…";
}

function languageOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  return ["yaml", "json"].includes(ending) ? ending : "text";
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
