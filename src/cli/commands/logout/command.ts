import { Command } from "commander";
import { setExitCode } from "../../terminal.ts";

export const logoutCommand = () =>
  new Command("logout")
    .argument("<service>")
    .argument("[path]")
    .summary("revoke and remove the tokens of a login")
    .description("revoke the tokens of a login where the server supports this, and remove them from this machine")
    .action(async (service, path, options) => setExitCode((await import("./run.ts")).runLogout(service, path, options)));
