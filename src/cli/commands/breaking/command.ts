import { Command } from "commander";
import {
  acceptFlag,
  acceptTextsFlag,
  againstFlag,
  failOnFlag,
  maxWarningsFlag,
  quietFlag,
  reportFlag,
  reportFormatFlag,
  toolsetFlag,
} from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const breakingCommand = () =>
  new Command("breaking")
    .argument("[path]")
    .summary("find changes that break agents and programs")
    .description("find the changes that break agents and programs since a lock, a folder or a Git revision")
    .addOption(againstFlag())
    .addOption(toolsetFlag())
    .addOption(acceptFlag())
    .addOption(acceptTextsFlag())
    .option("--reason <text>", "with --accept and --accept-texts: why the change is intended")
    .addOption(failOnFlag())
    .addOption(maxWarningsFlag())
    .addOption(quietFlag())
    .addOption(reportFormatFlag())
    .addOption(reportFlag())
    .action(async (path, options) => {
      const [{ reportEachProject }, { runBreaking }] = await Promise.all([import("../../project/each-project.ts"), import("./run.ts")]);
      await setExitCode(reportEachProject(path ?? ".", options, runBreaking));
    });
