import { Command } from "commander";
import { formatFlag, openapiFlag, toolsetFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const listCommand = () =>
  new Command("list")
    .argument("[path]")
    .summary("list operations or tools")
    .description("list the operations of a document or the tools of a project")
    .addOption(toolsetFlag())
    .addOption(openapiFlag())
    .option("--tag <tag>", "only tools with this tag")
    .option(
      "--search <words>",
      "only the 20 tools that match these words best, the best first; also operations that are not chosen in toolsetc.yaml",
    )
    .option("--tokens", "print the estimated tokens of each toolset and of the ten largest tools instead")
    .addOption(formatFlag())
    .action(async (path, options) => {
      const [{ runRepeatable }, { onEachProject }, { runList, runListOfAll }] = await Promise.all([
        import("../../build/repeatable-run.ts"),
        import("../../project/each-project.ts"),
        import("./run.ts"),
      ]);
      await setExitCode(
        runRepeatable(options, (recorder) =>
          options.search === undefined && options.tag === undefined
            ? onEachProject(path ?? ".", options, (project, flags) => runList(project, flags, recorder), recorder)
            : runListOfAll(path ?? ".", options, recorder),
        ),
      );
    });
