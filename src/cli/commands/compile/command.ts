import { Command, Option } from "commander";
import { addFlags, environmentFlag, findingFlags, inputFlags, profileFlag, setFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const compileCommand = () =>
  addFlags(
    new Command("compile")
      .argument("[path]")
      .summary("compile a project, a definition or a document")
      .description("compile a project, an exported app, a single definition or a bare OpenAPI document"),
    [
      ...inputFlags(),
      new Option("-o, --out <folder>", "the output folder; by default the folders in toolsetc.yaml, or generated if there are none"),
      new Option("--check", "write nothing; print the files that would change, and exit with 1 if there are any"),
      new Option("-w, --watch", "compile again after each change of a file that was read, until interrupted"),
      new Option("--save", "save the other flags in a new project, which then compiles to the same output without flags"),
      new Option("--force", "write into a folder that contains other files; those are not overwritten"),
      environmentFlag("use the values of this environment only"),
      setFlag(),
      profileFlag(),
      ...findingFlags(),
    ],
  ).action(async (path, options) => {
    const [{ onProjectsAtOnce, reportEachProject }, { runCompile }] = await Promise.all([
      import("../../project/each-project.ts"),
      import("./run.ts"),
    ]);
    const onProjects = options.watch ? onProjectsAtOnce : reportEachProject;
    await setExitCode(onProjects(path ?? ".", options, runCompile));
  });
