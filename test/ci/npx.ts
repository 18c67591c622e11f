import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type CommandResult, runCommand } from "../run-command.ts";

/** Stands for `npx --no -- toolsetc …`: asks the process of the tests, in which the compiler is loaded already, and ends as it says. */
const client = `#!/usr/bin/env node
const socket = require("node:net").connect(process.argv[1] + ".socket");
socket.end(JSON.stringify({ args: process.argv.slice(5), cwd: process.cwd(), env: process.env }));
let answer = "";
socket.setEncoding("utf8").on("data", (chunk) => (answer += chunk)).on("end", () => {
  const { status, stdout, stderr } = JSON.parse(answer);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status;
});
`;

interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
}

/**
 * Puts an `npx` into a folder for the PATH of a script, and answers it until it is closed. To start `npx` and to load the compiler takes
 * ten times as long as what the commands do.
 */
export async function serveNpx(temp: string): Promise<{ readonly folder: string; readonly close: () => void }> {
  const folder = join(temp, "npx");
  const file = join(folder, "npx");
  if (!existsSync(folder)) {
    mkdirSync(folder);
    writeFileSync(file, client, { mode: 0o755 });
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let request = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (request += chunk));
    // The client wrote it.
    socket.on("end", async () => socket.end(JSON.stringify(await answered(JSON.parse(request) as Request))));
  });
  rmSync(`${file}.socket`, { force: true });
  await new Promise<void>((resolve) => server.listen(`${file}.socket`, resolve));
  return { folder, close: () => void server.close() };
}

async function answered({ args, cwd, env }: Request): Promise<CommandResult> {
  try {
    return await runCommand(args, { cwd, env, isWrapped: true });
  } catch (error) {
    return { status: 70, stdout: "", stderr: String(error) };
  }
}
