import type { Outcome } from "../diagnostic/diagnostic.ts";
import { printable } from "../diagnostic/printable.ts";
import type { Group, Program, Tool, Toolset } from "../ir/ir.ts";
import { cutAtSentence } from "../runtime/projection/cut-at-sentence.ts";
import { modelDescription } from "../runtime/projection/model-view.ts";
import { assignNames } from "../source/assign-names.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import { layOut } from "./layout.ts";
import type { File, Target } from "./target.ts";

/**
 * A skill for each toolset, for agents with a shell (https://agentskills.io/specification). It describes when to use the toolset and its
 * tools, and shows a call with `toolsetc call` for each group.
 */
export const skill: Target = {
  name: "skill",
  description: "`SKILL.md` for each toolset, for agents that call tools in a shell with `toolsetc call`.",
  options: {},
  emit: (program: Program): Outcome<File[]> => ({ value: emitSkills(program), diagnostics: [] }),
};

/** A toolset with more tools has a file for each group, which an agent reads when it needs the group. */
const mostTools = 40;
/** The limits of the specification. */
const maxName = 64;
const maxDescription = 1024;

function emitSkills(program: Program): File[] {
  const layouts = layOut(program);
  const names = hyphenatedNames(layouts.map(({ file }) => file));
  return layouts.flatMap(({ toolset, file }) =>
    filesOf(toolset, names.get(file) ?? "").map((each) => ({ ...each, toolset: toolset.name })),
  );
}

function filesOf(toolset: Toolset, name: string): Pick<File, "path" | "text">[] {
  const groups = groupsOf(toolset);
  const files = hyphenatedNames(groups.map((group) => group.name));
  const isLarge = toolset.tools.length > mostTools;
  const sections = groups.map((group) => ({ group, path: `references/${files.get(group.name)}.md`, text: sectionOf(group, toolset) }));
  const contents = isLarge ? [contentsOf(sections)] : sections.map(({ text }) => text);
  const head = `---\nname: ${name}\ndescription: ${JSON.stringify(descriptionOf(toolset))}\n---\n`;
  const main = { path: `${name}/SKILL.md`, text: [head, introduction(toolset), ...contents].join("\n") };
  return isLarge ? [main, ...sections.map(({ path, text }) => ({ path: `${name}/${path}`, text }))] : [main];
}

/** Unique names of lower-case letters, digits and single hyphens, as the specification requires, by the original names. */
function hyphenatedNames(texts: readonly string[]): ReadonlyMap<string, string> {
  const names = assignNames([...new Set(texts)].map((text) => ({ id: text, name: hyphenated(text) })));
  return new Map([...names].map(([text, name]) => [text, hyphenated(name)]));
}

function hyphenated(text: string): string {
  const name = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return name.slice(0, maxName).replace(/^-|-$/g, "") || "tools";
}

/** What the tools do and when to use them. Agents choose a skill only by this. */
function descriptionOf({ description, displayName, tools }: Toolset): string {
  const about = description === "" ? `The tools of ${displayName}.` : oneLine(description);
  const titles = tools.map(({ title, localName }) => oneLine(title === "" ? localName.replaceAll("_", " ") : title));
  return cutAtSentence(`${about} Use it to: ${titles.join("; ")}.`, maxDescription);
}

function introduction({ displayName, description }: Toolset): string {
  const about = description === "" ? "" : `${markdown(description)}\n\n`;
  return `# ${markdown(displayName)}

${about}Call a tool in the folder of its project. Its result is printed as JSON on stdout, and an error, with what to change, on stderr.

\`\`\`sh
npx toolsetc call <tool> --args '<JSON>'
\`\`\`

\`npx toolsetc show <tool>\` describes its arguments and its result. \`--dry-run\` prints the request and sends nothing. A
person has to approve the calls of a tool marked with "asks": ask the user, then add \`--yes\`.
`;
}

/** The groups of the document, and a group of the remaining tools. */
function groupsOf({ groups: all, tools }: Toolset): readonly Group[] {
  const own = new Set(tools.map(({ name }) => name));
  const groups = all.filter((group) => group.tools.some((name) => own.has(name)));
  const grouped = new Set(groups.flatMap((group) => group.tools));
  const rest = tools.filter(({ name }) => !grouped.has(name)).map(({ name }) => name);
  return rest.length === 0 ? groups : [...groups, { name: groups.length === 0 ? "Tools" : "Other tools", description: "", tools: rest }];
}

function contentsOf(sections: readonly { readonly group: Group; readonly path: string }[]): string {
  const lines = sections.map(({ group: { name, description, tools }, path }) => {
    const about = description === "" ? "" : ` ${markdown(firstLine(description))}`;
    return `- [${markdown(name)}](${path}): ${tools.length === 1 ? "1 tool" : `${tools.length} tools`}.${about}`;
  });
  return `## Tools\n\nRead the file of a group before you call its tools.\n\n${lines.join("\n")}\n`;
}

function sectionOf(group: Group, toolset: Toolset): string {
  const names = new Set(group.tools);
  const tools = toolset.tools.filter(({ name }) => names.has(name));
  const [first] = tools;
  const about = group.description === "" ? "" : `${markdown(group.description)}\n\n`;
  const recipe = first === undefined ? "" : `\n\`\`\`sh\n${callOf(first)}\n\`\`\`\n`;
  return `## ${markdown(group.name)}\n\n${about}${tools.map(itemOf).join("\n")}\n${recipe}`;
}

function itemOf(tool: Tool): string {
  const { name, description, approval } = tool;
  const about = markdown(modelDescription(description, { detail: "index" })) || "It has no description.";
  const required = requiredOf(tool).map((parameter) => `\`${parameter}\``);
  const needs = required.length === 0 ? "" : ` Requires ${required.join(", ")}.`;
  return `- \`${name}\`${approval === "required" ? " (asks)" : ""}: ${about}${/[.!?…]$/.test(about) ? "" : "."}${needs}`;
}

function requiredOf({ input }: Tool): string[] {
  const required = member(input.json, "required");
  return isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
}

/** A command that calls a tool with an example of the document, or with values of the right types. */
function callOf(tool: Tool): string {
  const properties = member(tool.input.json, "properties");
  const sample = Object.fromEntries(requiredOf(tool).map((name) => [name, sampleOf(member(properties, name))]));
  const args: JsonObject = tool.examples[0] ?? sample;
  const quoted = printable(JSON.stringify(args)).replaceAll("'", String.raw`'\''`);
  return `npx toolsetc call ${tool.name} --args '${quoted}'`;
}

function sampleOf(schema: Json | undefined): Json {
  const values = member(schema, "enum");
  const [first] = isArray(values) ? values : [];
  if (first !== undefined) return first;
  switch (member(schema, "type")) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return isObject(schema) ? "…" : null;
  }
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, " ")).trim();
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** A text on one line as Markdown, in which it is no heading, list, code fence or HTML element. */
function markdown(text: string): string {
  return oneLine(text)
    .replace(/[`<>[\]]/g, (found) => `\\${found}`)
    .replace(/^([#\-+*=~]|\d+[.)])/, "\\$1");
}
