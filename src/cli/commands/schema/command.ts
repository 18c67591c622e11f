import { Command } from "commander";
import { setExitCode } from "../../terminal.ts";

export const schemaCommand = () =>
  new Command("schema")
    .argument("[name]")
    .summary("print a JSON Schema for editors")
    .description("print a JSON Schema for editors: toolset, tool, config, environment, tools-snapshot, connection-snapshot or manifest")
    .action(async (name) => setExitCode((await import("./run.ts")).runSchema(name)));
