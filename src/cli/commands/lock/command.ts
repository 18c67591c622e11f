import { Command } from "commander";
import { formatFlag, toolsetFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const lockCommand = () =>
  new Command("lock")
    .argument("[path]")
    .summary("write what the tools promise into toolsetc.lock")
    .description("write the interfaces of the tools into toolsetc.lock, so that a review sees each change of them")
    .addOption(toolsetFlag())
    .option("--check", "write nothing; print what differs from the lock, and exit with 1 if anything differs")
    .addOption(formatFlag())
    .action(async (path, options) => {
      const [{ onEachProject }, { runLock }] = await Promise.all([import("../../project/each-project.ts"), import("./run.ts")]);
      await setExitCode(onEachProject(path ?? ".", options, runLock));
    });
