import { Command } from "commander";
import { collectList, formatFlag, wholeNumber } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const loginCommand = () =>
  new Command("login")
    .argument("[service]")
    .argument("[path]")
    .summary("log in at a service with OAuth")
    .description(
      "log in with OAuth at an MCP server, given by its URL or as a toolset, or at the service of an OpenAPI toolset; `pull`, `call` and `serve` then send its token, and refresh it",
    )
    .option("--list", "print the services where you have logged in, and nothing of their tokens")
    .option("--scope <scope>", "the scopes to ask for, instead of those that the server asks for; repeatable", collectList, [])
    .option("--client-id <id>", "a client that you have registered, or the URL of its metadata; by default, one is registered")
    .option("--client-secret <env:NAME>", "the secret of this client, from an environment variable")
    .option("--port <n>", "the port of the redirect to 127.0.0.1, if the client is registered with one", wholeNumber)
    .option("--device", "log in with a code on another device, where the server supports this")
    .addOption(formatFlag())
    .action(async (service, path, options) => setExitCode((await import("./run.ts")).runLogin(service, path, options)));
