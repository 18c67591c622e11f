import { Command, Help, type Option } from "commander";
import { breakingCommand } from "./commands/breaking/command.ts";
import { callCommand } from "./commands/call/command.ts";
import { catalogCommand } from "./commands/catalog/command.ts";
import { ciCommand } from "./commands/ci/command.ts";
import { compileCommand } from "./commands/compile/command.ts";
import { completionCommand } from "./commands/completion/command.ts";
import { diffCommand } from "./commands/diff/command.ts";
import { explainCommand } from "./commands/explain/command.ts";
import { exportCommand } from "./commands/export/command.ts";
import { fmtCommand } from "./commands/fmt/command.ts";
import { importCommand } from "./commands/import/command.ts";
import { initCommand } from "./commands/init/command.ts";
import { inputsCommand } from "./commands/inputs/command.ts";
import { listCommand } from "./commands/list/command.ts";
import { lockCommand } from "./commands/lock/command.ts";
import { loginCommand } from "./commands/login/command.ts";
import { logoutCommand } from "./commands/logout/command.ts";
import { lspCommand } from "./commands/lsp/command.ts";
import { pullCommand } from "./commands/pull/command.ts";
import { rulesCommand } from "./commands/rules/command.ts";
import { schemaCommand } from "./commands/schema/command.ts";
import { scoreCommand } from "./commands/score/command.ts";
import { serveCommand } from "./commands/serve/command.ts";
import { showCommand } from "./commands/show/command.ts";
import { validateCommand } from "./commands/validate/command.ts";
import { allowRootFlag, collectList } from "./flags.ts";
import { helpWidth, wrapHelp } from "./help-text.ts";
import { errorText } from "./other-names.ts";
import { print, printMessage } from "./report/print.ts";
import { terminal } from "./terminal.ts";
import { version } from "./version.ts";

// Each command loads its code when it runs. The help is printed without this file, from what the build stored: see `help-text.ts`.

/**
 * What a command does in a folder of several projects. `in turn`: runs on one after the other. `one report`: so too, and joins the reports
 * other than text. `by name`: works in the project that has the named tool or toolset. `together`: has one result about all. `refused`: names
 * the projects, since the command is about one. `no project`: the command opens none.
 */
type InSeveralProjects = "in turn" | "one report" | "by name" | "together" | "refused" | "no project";

type CommandEntry = readonly [create: () => Command, inSeveralProjects: InSeveralProjects];

const groups: readonly (readonly [heading: string, commands: readonly CommandEntry[]])[] = [
  [
    "Start and compile:",
    [
      [initCommand, "refused"],
      [validateCommand, "one report"],
      [compileCommand, "one report"],
      [fmtCommand, "together"],
    ],
  ],
  [
    "Look at tools and findings:",
    [
      [listCommand, "in turn"],
      [showCommand, "by name"],
      [scoreCommand, "in turn"],
      [catalogCommand, "together"],
      [explainCommand, "together"],
    ],
  ],
  [
    "Call and serve tools:",
    [
      [callCommand, "by name"],
      [serveCommand, "together"],
      [loginCommand, "by name"],
      [logoutCommand, "by name"],
    ],
  ],
  [
    "Review changes:",
    [
      [ciCommand, "one report"],
      [lockCommand, "in turn"],
      [breakingCommand, "one report"],
      [diffCommand, "in turn"],
    ],
  ],
  [
    "Update sources and environments:",
    [
      [pullCommand, "in turn"],
      [exportCommand, "in turn"],
      [importCommand, "in turn"],
    ],
  ],
  [
    "Set up editors, build systems and shells:",
    [
      // The language server opens the project of each file, and reports a root that is too large.
      [lspCommand, "no project"],
      [schemaCommand, "no project"],
      [inputsCommand, "together"],
      [completionCommand, "no project"],
    ],
  ],
];

const hidden: CommandEntry = [rulesCommand, "together"];

/** What each command does in a folder of several projects, by its name. */
export function inSeveralProjects(): ReadonlyMap<string, InSeveralProjects> {
  const entries = [...groups.flatMap(([, commands]) => commands), hidden];
  return new Map(entries.map(([create, behavior]) => [create().name(), behavior]));
}

/** The program with all commands, in the order of the help. docs/reference/commands.md and its pages are generated from it. */
export function createProgram(): Command {
  const program = new Command("toolsetc")
    .description("The toolset compiler: validates tool definitions for AI agents and compiles them into typed TypeScript and JSON Schemas.")
    .version(version)
    .showHelpAfterError("`toolsetc --help` lists the commands.")
    .configureOutput({
      writeOut: print,
      writeErr: printMessage,
      getOutHelpWidth: () => helpWidth(terminal().stdout),
      getErrHelpWidth: () => helpWidth(terminal().stderr),
    })
    .configureHelp({ optionDescription: describe, boxWrap: wrapHelp })
    .addHelpText(
      "after",
      `
Examples:
  toolsetc init openapi.yaml
  toolsetc list openapi.yaml --search "open orders"
  toolsetc compile openapi.yaml --out generated --include tag:orders,tag:items
  toolsetc validate toolsets

Exit codes: 0 success, 1 findings or output that is out of date,
2 wrong usage, configuration or I/O, 3 nothing to compare with, 70 a bug`,
    )
    .exitOverride();
  for (const [heading, commands] of groups) {
    program.commandsGroup(heading);
    for (const entry of commands) {
      const command = commandOf(entry);
      program.addCommand(
        command.copyInheritedSettings(program).showHelpAfterError(`\`toolsetc ${command.name()} --help\` lists its flags.`),
      );
    }
  }
  program.addCommand(commandOf(hidden).copyInheritedSettings(program), { hidden: true });
  // The command `help` belongs to the last group. Commander's default one would get a group of its own.
  program.addHelpCommand(new Command("help").argument("[command]").helpOption(false).description("display help for a command"));
  // The error of an unknown flag proposes a flag of the command, so each command has its own handler.
  for (const command of [program, ...program.commands])
    command.configureOutput({ outputError: (text, write) => write(errorText(text, command)) });
  return program;
}

function commandOf([create, behavior]: CommandEntry): Command {
  return behavior === "no project" ? create() : create().addOption(allowRootFlag());
}

/**
 * The description of a flag in the help. The description of a repeatable flag says that it may be repeated; commander would show the
 * default `[]`.
 */
function describe(option: Option): string {
  if (!Array.isArray(option.defaultValue)) return new Help().optionDescription(option);
  return `${option.description}; ${option.parseArg === collectList ? "several with commas" : "may be repeated"}`;
}
