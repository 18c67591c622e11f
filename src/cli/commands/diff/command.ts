import { Command, Option } from "commander";
import { againstFlag, toolsetFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const diffCommand = () =>
  new Command("diff")
    .argument("[path]")
    .summary("show all changes of the tools, for a review")
    .description("show every change of the tools since a lock, a folder or a Git revision, for a review")
    .addOption(againstFlag())
    .addOption(toolsetFlag())
    .addOption(
      new Option("--format <format>", "markdown: for a comment on a pull request").choices(["text", "markdown", "json"]).default("text"),
    )
    .action(async (path, options) => {
      const [{ onEachProject }, { runDiff }] = await Promise.all([import("../../project/each-project.ts"), import("./run.ts")]);
      await setExitCode(onEachProject(path ?? ".", options, runDiff));
    });
