import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type CommandResult, runCommand } from "../run-command.ts";

/**
 * Stands for `npx --no -- toolsetc …`: asks the process of the tests, in which the compiler is loaded already, and ends as it says. A shell
 * starts in a tenth of the time of Node.
 */
const client = `#!/bin/bash
exec 3<>"/dev/tcp/127.0.0.1/$(<"$0.port")"
{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf 'end\\0'; } >&3
read -r status answer <&3
cat "$answer.stdout"
cat "$answer.stderr" >&2
exit "$status"
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
  const server = createServer((socket) => {
    let request = "";
    socket.setEncoding("utf8").on("data", async (chunk: string) => {
      request += chunk;
      if (!request.endsWith("\0end\0")) return;
      const { status, stdout, stderr } = await answered(parsed(request));
      writeFileSync(`${file}.stdout`, stdout);
      writeFileSync(`${file}.stderr`, stderr);
      socket.end(`${status} ${file}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has one.
  writeFileSync(`${file}.port`, String(port));
  return { folder, close: () => void server.close() };
}

/** The arguments follow those of `npx` itself: `--no -- toolsetc`. */
function parsed(request: string): Request {
  const [cwd = "", count = "", ...rest] = request.split("\0");
  const variables = rest.slice(Number(count), -2).map((each) => each.split(/=(.*)/s).slice(0, 2));
  return { args: rest.slice(3, Number(count)), cwd, env: Object.fromEntries(variables) };
}

async function answered({ args, cwd, env }: Request): Promise<CommandResult> {
  try {
    return await runCommand(args, { cwd, env, isWrapped: true });
  } catch (error) {
    return { status: 70, stdout: "", stderr: String(error) };
  }
}
