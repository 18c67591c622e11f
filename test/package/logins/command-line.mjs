// The built command line, run in this process with a terminal.
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { project } from "../packed.mjs";

/** @typedef {{ status: number, stdout: string, stderr: string }} Result */

/** @type {(cwd: string, config: string, env?: Record<string, string>) => Promise<(args: string[], onMessage?: (printed: string) => void) => Promise<Result>>} */
export async function startCommandLine(cwd, config, env = {}) {
  const built = (name) => import(pathToFileURL(join(project, "dist/cli", name)).href);
  const [{ runProgram }, { withTerminal }] = await Promise.all([built("run-program.js"), built("terminal.js")]);
  return async (args, onMessage = () => undefined) => {
    const printed = { stdout: "", stderr: "" };
    const stream = (name, isTTY) => {
      const write = (chunk, _encoding, done) => {
        printed[name] += chunk;
        if (name === "stderr") onMessage(printed.stderr);
        done();
      };
      return Object.assign(new Writable({ decodeStrings: false, write }), { isTTY });
    };
    const terminal = {
      cwd: () => cwd,
      env: { ...env, XDG_CONFIG_HOME: config, BROWSER: "true" },
      exitCode: 0,
      once: () => undefined,
      off: () => undefined,
      stdin: Readable.from([]),
      stdout: stream("stdout", false),
      stderr: stream("stderr", args[0] === "login"),
    };
    await withTerminal(terminal, () => runProgram(args));
    return { status: terminal.exitCode, ...printed };
  };
}
