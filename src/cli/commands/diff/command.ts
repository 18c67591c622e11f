import { Command, Option } from "commander";
import { againstFlag, toolsetFlag } from "../../flags.ts";
import { inTurn } from "../../project/in-turn.ts";

export const diffCommand = () =>
  new Command("diff")
    .argument("[path]")
    .summary("show all changes of the tools, for a review")
    .description("show every change of the tools since a lock, a folder or a Git revision, for a review")
    .addOption(againstFlag())
    .addOption(toolsetFlag())
    .addOption(
      new Option("--format <format>", "markdown: for a comment on a pull request; changelog: for the notes of a release")
        .choices(["text", "markdown", "changelog", "json"])
        .default("text"),
    )
    .addOption(
      new Option(
        "--check-version <source>",
        "exit with 1 if the version did not increase as the changes need: that of each OpenAPI document, or of the nearest package.json",
      ).choices(["document", "package"]),
    )
    .action(inTurn(async () => (await import("./run.ts")).runDiff));
