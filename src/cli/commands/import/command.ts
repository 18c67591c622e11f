import { Command } from "commander";
import { environmentFlag, formatFlag, setFlag } from "../../flags.ts";
import { inTurn } from "../../project/in-turn.ts";

export const importCommand = () =>
  new Command("import")
    .argument("[path]")
    .summary("replace $env_var by the values of an environment")
    .description("replace $env_var with the values of an environment")
    .addOption(environmentFlag("the environment to read from; by default the default environment"))
    .option("--dry-run", "write nothing; print each value that would change, and the files")
    .addOption(setFlag())
    .addOption(formatFlag())
    .action(inTurn(async () => (await import("./run.ts")).runImport));
