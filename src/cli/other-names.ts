import type { Command } from "commander";
import { nearest } from "../diagnostic/nearest.ts";
import { shellWord } from "../source/text/shell-word.ts";

/** The names that other programs use for our commands and flags. If the user enters one of them, the error proposes our name. */
const otherCommands = namesOf({
  compile: "generate gen codegen build bundle make emit",
  validate: "lint check test verify doctor audit",
  fmt: "format prettier beautify",
  list: "ls tools operations search find",
  show: "describe inspect info get view",
  call: "run exec execute invoke request try curl mock fake",
  serve: "start dev mcp server proxy",
  pull: "fetch sync update refresh download add install",
  lock: "freeze snapshot",
  breaking: "compat compatibility",
  diff: "compare changes changelog",
  catalog: "docs doc html ui preview",
  schema: "schemas jsonschema",
  rules: "codes config",
  init: "new create setup scaffold",
  completion: "completions autocomplete",
});

const otherFlags = namesOf({
  "--out": "--output --outdir --out-dir --output-dir --dest --dist --target-dir",
  "--openapi": "--input --spec --file --schema --swagger --document --oas --url",
  "--check": "--dry-run --verify --frozen --frozen-lockfile --list-different",
  "--include": "--only --filter --pick --operations",
  "--exclude": "--skip --ignore --omit",
  "--env": "--environment --mode --stage",
  "--var": "--variable --variables",
  "--auth": "--token --header --headers --api-key --credentials",
  "--args": "--data --body --params --input --arguments",
  "--base-url": "--server --server-url --host-url --endpoint",
  "--http": "--port",
  "--format": "--reporter --json --output-format",
  "--report": "--output-file",
  "--fail-on": "--strict --fail-severity --max-severity",
  "--quiet": "--silent",
  "--yes": "--force --no-confirm --non-interactive",
  "--profile": "--ruleset --preset",
  "--against": "--base --baseline --since --from",
  "--watch": "--dev",
});

function namesOf(table: { readonly [ours: string]: string }): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [ours, others] of Object.entries(table)) {
    for (const other of others.split(" ")) names.set(other, [...(names.get(other) ?? []), ours]);
  }
  return names;
}

/**
 * The text of an error of commander, the parser of arguments. For a command or flag with a name from another program, the text proposes our
 * name.
 */
export function errorText(text: string, command: Command): string {
  const [, what, name = ""] = /^error: unknown (command|option) '([^']*)'/.exec(text) ?? [];
  if (what === "command") return unknownCommand(name, command) ?? text;
  if (what !== "option") return text;
  return unknownFlag(name, command) ?? (command.name() === "call" ? `${text}${argumentsOfTool(name)}` : text);
}

/** Other programs take the arguments of a tool as flags. */
function argumentsOfTool(flag: string): string {
  const [name = ""] = flag.replace(/^-+/, "").split("=");
  return `Arguments of the tool are given without dashes: ${shellWord(name)}=<value>\n`;
}

function unknownCommand(name: string, program: Command): string | undefined {
  const has = (ours: string) => program.commands.some((each) => each.name() === ours);
  const ours = otherCommands.get(name.toLowerCase())?.find(has);
  if (ours !== undefined) return `error: there is no command "${name}"; toolsetc ${ours} does this\n`;
  const near = nearest(
    name,
    program.commands.map((each) => each.name()),
  );
  if (near !== undefined) return `error: there is no command "${name}". Did you mean ${near}?\n`;
  if (!/[./\\]/.test(name)) return undefined;
  return `error: "${name}" is not a command; toolsetc compile ${shellWord(name)} compiles a file or a folder\n`;
}

function unknownFlag(flag: string, command: Command): string | undefined {
  const [name = ""] = flag.split("=");
  const ours = otherFlags.get(name)?.find((each) => command.options.some(({ long }) => long === each));
  if (ours !== undefined) return `error: there is no flag ${name}; toolsetc ${command.name()} has the flag ${ours}\n`;
  if (name !== "--config" && name !== "-c") return undefined;
  return `error: there is no flag ${name}; toolsetc finds toolsetc.yaml at the path or in a folder above\n`;
}
