import type { NeededCredential } from "../../../describe/auth-kinds.ts";
import type { OverviewMember } from "../../../describe/members.ts";
import type { ToolOverview } from "../../../describe/tool-overview.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { printable } from "../../../diagnostic/printable.ts";
import { defaultWidth, wrap, wrapLines } from "../../../source/text/wrap.ts";
import { cut } from "../../report/columns.ts";

interface OverviewStyle {
  readonly call: string | undefined;
  /** The columns of the terminal; `undefined` if there is none. Then long lines are broken in place of being cut. */
  readonly width: number | undefined;
  readonly isColored: boolean;
}

/** The maximum length of lines of prose. Longer ones are hard to read, even if the terminal is wide. */
const maxProse = 100;
/** The maximum number of lines of TypeScript. `--format json` contains all lines. */
const maxTypeLines = 80;

/** Describes a tool for people: facts, tables of its input and output, types and an example. */
export function overviewText(overview: ToolOverview, { call, width, isColored }: OverviewStyle): string {
  const prose = Math.min(width ?? defaultWidth, maxProse);
  const heading = (text: string) => (isColored ? `\u001b[36m${text}\u001b[0m` : text);
  const name = printable(`${overview.toolset}.${overview.localName}`);
  const title = overview.title === "" ? "" : `  ${printable(overview.title)}`;
  const description = overview.description === overview.title ? [] : wrap(overview.description, prose).map((line) => line.trimEnd());
  const sections = [
    [heading(name) + wrapLines(`${name}${title}`, width ?? defaultWidth, 2).slice(name.length)],
    description,
    factLines(overview, prose),
    [heading("Input"), ...memberLines(overview.input, "The tool takes no arguments.", width)],
    [heading("Output"), ...memberLines(overview.output, "The properties of the output are not described.", width)],
    [heading("TypeScript"), ...typeLines(overview.typescript)],
    call === undefined ? withoutCall(overview, heading) : [heading("Example"), `  ${printable(call)}`],
  ];
  return `${sections
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function factLines(overview: ToolOverview, width: number): string[] {
  const { hosts, annotations, approval } = overview;
  const addresses = hosts.map(({ environment, address }) => {
    const shown = address ?? "not known";
    return environment === undefined ? shown : `${environment}: ${shown}`;
  });
  const alternatives = overview.credentials.map((together) =>
    together.length === 0 ? "none" : together.map(credentialText).join(" and "),
  );
  const effect = annotations.readOnly
    ? "reads"
    : `writes${annotations.destructive ? ", may delete or overwrite" : ""}${annotations.idempotent ? "; safe to repeat" : ""}`;
  const facts: [string, readonly string[]][] = [
    ["name", [`${overview.name}${overview.deprecated ? "  (deprecated)" : ""}`]],
    ["request", overview.request === "" ? [] : [overview.request]],
    ["pages", overview.pages === null ? [] : [pagesText(overview.pages)]],
    ["waits", overview.waiting === null ? [] : [waitingText(overview.waiting)]],
    ["host", addresses],
    ["auth", alternatives.length === 0 ? ["none"] : alternatives.map((text, index) => (index === 0 ? text : `or ${text}`))],
    ["session", overview.variables.map((name) => `variable ${name}`)],
    ["effect", [effect]],
    ["approval", [approval === "required" ? "required: a person is asked before each call" : "not required"]],
    ["tokens", [`about ${thousands(overview.tokens)}`]],
    ["tags", overview.tags.length === 0 ? [] : [overview.tags.join(", ")]],
    ["agents", overview.agents.length === 0 ? [] : [overview.agents.join(", ")]],
    ["source", overview.sources.map(({ file, line }) => `${file}:${line}`)],
  ];
  return facts.flatMap(([name, values]) =>
    values.flatMap((value) => wrap(value, width - 12)).map((line, index) => `  ${(index === 0 ? name : "").padEnd(10)}${printable(line)}`),
  );
}

function pagesText({ style, parameter, items, collect }: NonNullable<ToolOverview["pages"]>): string {
  const by = parameter === null ? "" : ` by the argument "${parameter}"`;
  const of = items.length === 0 ? "" : ` of "${items.join(".")}"`;
  const limits =
    collect === null ? "" : `; a call follows at most ${thousands(collect.items)} items in ${thousands(collect.calls)} requests`;
  return `${style}${by}${of}${limits}`;
}

function waitingText({ style, request, state, pending, seconds }: NonNullable<ToolOverview["waiting"]>): string {
  const asked = style === "repeat" ? "repeats the request" : `asks ${request === "" ? "at the address in the answer" : request}`;
  const until =
    state === null || pending.length === 0 ? "while it answers 202" : `while "${state.join(".")}" is ${orOf(pending.map(String))}`;
  return `${asked} ${until}${seconds === null ? "" : `, at most ${thousands(seconds)} s`}`;
}

function orOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function credentialText({ name, kind, place, isGiven }: NeededCredential): string {
  return `${kind}${place === "" ? "" : ` in ${place}`}${isGiven ? ` (${name})` : ""}`;
}

/** A table of properties: name, type, whether the property is required, and the first line of its description. */
function memberLines(members: readonly OverviewMember[], none: string, width: number | undefined): string[] {
  if (members.length === 0) return [`  ${none}`];
  const rows = members.map(({ name, type, required, description }) => ({
    name: printable(name),
    type: printable(cut(type, Math.max(16, Math.floor((width ?? defaultWidth) / 4)))),
    required: required ? "required" : "",
    description: printable(description.split("\n")[0] ?? ""),
  }));
  const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
  const [names, types] = [longest(rows.map(({ name }) => name)), longest(rows.map(({ type }) => type))];
  return rows.map(({ name, type, required, description }) => {
    const line = `  ${name.padEnd(names)}  ${type.padEnd(types)}  ${required.padEnd(8)}  ${description}`.trimEnd();
    return width === undefined ? wrapLines(line, defaultWidth, 6) : cut(line, width);
  });
}

function typeLines(typescript: string): string[] {
  const lines = typescript.split("\n");
  const more = lines.length - maxTypeLines;
  const shown = more > 0 ? lines.slice(0, maxTypeLines) : lines;
  return [
    ...shown.map((line) => (line === "" ? "" : `  ${printable(line)}`)),
    ...(more > 0 ? [`  … ${thousands(more)} more lines: --format json`] : []),
  ];
}

function withoutCall({ kind, example }: ToolOverview, heading: (text: string) => string): string[] {
  if (example === null) return [];
  const why = kind === "client" ? "A program executes the tool, with arguments such as" : "Example of its arguments:";
  return [heading("Example"), `  ${why} ${printable(JSON.stringify(example))}`];
}
