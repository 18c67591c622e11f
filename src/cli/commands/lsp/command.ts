import { Command } from "commander";
import { setExitCode } from "../../terminal.ts";

export const lspCommand = () =>
  new Command("lsp")
    .summary("start the language server for editors")
    .description("start the language server for editors on stdio: findings while you type, quick fixes, completion, rename, hover")
    .option("--stdio", "accepted because some editors add it; there is no other transport")
    .option("--clientProcessId <id>", "accepted because the client library of VS Code adds it")
    .action(async () => setExitCode((await import("./run.ts")).runLsp()));
