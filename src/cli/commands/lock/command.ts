import { Command } from "commander";
import { formatFlag, toolsetFlag } from "../../flags.ts";
import { inTurn } from "../../project/in-turn.ts";

export const lockCommand = () =>
  new Command("lock")
    .argument("[path]")
    .summary("write what the tools promise into toolsetc.lock")
    .description("write the interfaces of the tools into toolsetc.lock, so that a review sees each change of them")
    .addOption(toolsetFlag())
    .option("--check", "write nothing; print what differs from the lock, and exit with 1 if anything differs")
    .addOption(formatFlag())
    .action(inTurn(async () => (await import("./run.ts")).runLock));
