import { Command } from "commander";
import {
  baselineFlag,
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

export const compileCommand = new Command("compile")
  .argument("[path]")
  .summary("compile a project, a definition or a document")
  .description("compile a project, an exported app, a single definition or a bare OpenAPI document")
  .addOption(toolsetFlag())
  .addOption(openapiFlag())
  .addOption(includeFlag())
  .addOption(excludeFlag())
  .option("-o, --out <folder>", "the output folder; by default those of toolsetc.yaml, else generated")
  .option("--check", "write nothing; print what would change, and exit with 1 if anything would")
  .option("-w, --watch", "compile again after each change of a file that was read, until interrupted")
  .option("--save", "save the flags of a document as a project, which compiles to the same output without them")
  .option("--force", "write into a folder that has other files; they are not overwritten")
  .addOption(environmentFlag("use the values of this environment only"))
  .addOption(setFlag())
  .addOption(profileFlag())
  .addOption(failOnFlag())
  .addOption(maxWarningsFlag())
  .addOption(baselineFlag())
  .addOption(quietFlag())
  .addOption(reportFormatFlag())
  .addOption(reportFlag())
  .action(async (path, options) => {
    const [{ onEachProject }, { runCompile }] = await Promise.all([import("../../each-project.ts"), import("./run.ts")]);
    await setExitCode(onEachProject(path ?? ".", options, runCompile));
  });
