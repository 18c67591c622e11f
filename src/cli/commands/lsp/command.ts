import { Command } from "commander";
import { setExitCode } from "../../terminal.ts";

export const lspCommand = () =>
  new Command("lsp")
    .summary("start the language server for editors")
    .description("start the language server for editors on stdio: findings while you type, quick fixes, hover, go to definition")
    .option("--stdio", "accepted because some editors add it; there is no other transport")
    .action(async () => setExitCode((await import("./run.ts")).runLsp()));
