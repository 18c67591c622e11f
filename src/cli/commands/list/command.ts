import { Command } from "commander";
import { formatFlag, openapiFlag, toolsetFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const listCommand = new Command("list")
  .argument("[path]")
  .summary("list operations or tools")
  .description("list the operations of a document or the tools of a project")
  .addOption(toolsetFlag())
  .addOption(openapiFlag())
  .option("--tag <tag>", "only tools with this tag")
  .option("--search <words>", "the 20 tools that match best, the best first")
  .option("--tokens", "about how many tokens a model reads: of each toolset, and of the ten largest tools")
  .addOption(formatFlag())
  .action(async (path, options) => setExitCode((await import("./run.ts")).runList(path ?? ".", options)));
