import { Command, Option } from "commander";
import {
  authFlag,
  baseUrlFlag,
  collect,
  envFileFlag,
  environmentFlag,
  formatFlag,
  openapiFlag,
  projectFlag,
  secretFlag,
  setFlag,
  variableFlag,
} from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const callCommand = () =>
  new Command("call")
    .argument("<tool>")
    .argument("[values...]")
    .summary("call a tool")
    .description(
      "call a tool, <toolset>.<tool>, with arguments such as limit=5; a value without = is the path of the project; the result goes to stdout",
    )
    .option("--args <json|@file|->", "all arguments: JSON, a file (@file) or stdin (-)")
    .addOption(projectFlag())
    .addOption(openapiFlag())
    .addOption(baseUrlFlag())
    .addOption(variableFlag())
    .addOption(secretFlag())
    .addOption(authFlag())
    .addOption(envFileFlag())
    .addOption(
      new Option("--session <name=value>", "a value of the CES session, such as sessionId or projectId").argParser(collect).default([]),
    )
    .addOption(new Option("--files <folder>", "let arguments name files below this folder; repeatable").argParser(collect).default([]))
    .option("-o, --out <file>", "write the result to this file: a download as it is, a text as it is, anything else as JSON")
    .option("--force", "with --out: replace a file that exists")
    .option("--dry-run", "print the request with its secrets hidden, and send nothing")
    .option("--fake", "let the Python fakes of the definition answer the call; a call that they do not answer is sent")
    .option("--yes", "call a tool that needs approval without asking")
    .addOption(environmentFlag("use the values of this environment"))
    .addOption(setFlag())
    .addOption(formatFlag())
    .action(async (tool, values, options) => setExitCode((await import("./run.ts")).runCall(tool, values, options)));
