import { Command, Option } from "commander";
import {
  baselineFlag,
  collectList,
  environmentFlag,
  excludeFlag,
  failOnFlag,
  includeFlag,
  maxWarningsFlag,
  openapiFlag,
  profileFlag,
  quietFlag,
  reportFlag,
  reportFormatFlag,
  setFlag,
  toolsetFlag,
} from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const validateCommand = new Command("validate")
  .argument("[path]")
  .summary("validate a project, an app or a definition")
  .description("validate a project, an exported app or a single definition; writes nothing, except with --fix")
  .addOption(toolsetFlag())
  .addOption(openapiFlag())
  .addOption(includeFlag())
  .addOption(excludeFlag())
  .addOption(environmentFlag("use the values of this environment only"))
  .addOption(setFlag())
  .addOption(
    new Option("--target <name>", "check the output of this target, such as anthropic, instead of the targets in toolsetc.yaml")
      .argParser(collectList)
      .default([]),
  )
  .addOption(profileFlag())
  .option("--import-response <file>", "also report what CX Agent Studio answered when it imported the app, at the places that it names")
  .addOption(failOnFlag())
  .addOption(maxWarningsFlag())
  .addOption(baselineFlag())
  .option("--update-baseline", "write the findings to the file of --baseline; in CI it only shrinks")
  .option("--fix", "first apply the fixes that change nothing of what is compiled but what their finding names, and print them")
  .option("--unsafe", "with --fix, also apply those that may be a wrong guess, such as the name that was most likely meant")
  .addOption(quietFlag())
  .addOption(reportFormatFlag())
  .addOption(reportFlag())
  .action(async (path, options) => {
    const [{ onEachProject }, { runValidate }] = await Promise.all([import("../../each-project.ts"), import("./run.ts")]);
    await setExitCode(onEachProject(path ?? ".", options, runValidate));
  });
