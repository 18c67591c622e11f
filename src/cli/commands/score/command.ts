import { Command, InvalidArgumentError, Option } from "commander";
import { openapiFlag, toolsetFlag, wholeNumber } from "../../flags.ts";
import { inTurn } from "../../project/in-turn.ts";

export const scoreCommand = () =>
  new Command("score")
    .argument("[path]")
    .summary("rate how well a model can use each tool")
    .description("rate from 0 to 100 how well a model can use each tool, with reasons, and overrides that would improve the score")
    .addOption(toolsetFlag())
    .addOption(openapiFlag())
    .addOption(
      new Option("--min <score>", "exit with 1 if the score of a toolset, the mean of its tools, is lower than this").argParser(percentage),
    )
    .addOption(
      new Option("--format <format>", "markdown: for a comment on a pull request; json: with all tools")
        .choices(["text", "json", "markdown"])
        .default("text"),
    )
    .action(inTurn(async () => (await import("./run.ts")).runScore));

function percentage(value: string): number {
  const score = wholeNumber(value);
  if (score <= 100) return score;
  throw new InvalidArgumentError("It must be at most 100.");
}
