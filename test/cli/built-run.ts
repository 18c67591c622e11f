import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { project } from "../example-project.ts";
import { type CommandResult, collected } from "../run-command.ts";

type Start = typeof import("../../src/cli/run-program.ts") &
  typeof import("../../src/cli/build/repeat-run.ts") &
  typeof import("../../src/cli/build/run-key.ts") &
  typeof import("../../src/cli/terminal.ts");

export interface BuiltProgram {
  /** To be removed. */
  readonly folder: string;
  /** The file whose content, path and time tell one build from another. */
  readonly main: string;
  /** Runs the program in this process: as `start.ts` does, but with the arguments and the terminal of this run. */
  run(args: readonly string[], place: Place): Promise<CommandResult & { readonly isRepeated: boolean }>;
  /** The cache entries of a run, and of the same run on all toolsets. */
  entriesOf(args: readonly string[], place: Place): { readonly own: string | undefined; readonly whole: string | undefined };
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A copy of the built program that remembers its runs, which the source does not do without a build. A process for each of hundred runs
 * takes much longer than the runs.
 */
export async function loadBuiltProgram(): Promise<BuiltProgram> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-built-")));
  // Node itself loads what is in `node_modules`.
  const copy = join(folder, "node_modules/toolsetc");
  mkdirSync(copy, { recursive: true });
  const isRun = (path: string) => !/\.d\.ts$|[\\/]dist[\\/]bin$/.test(path);
  for (const name of ["dist", "package.json"]) cpSync(join(project, name), join(copy, name), { recursive: true, filter: isRun });
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
  const main = join(copy, "dist/cli/build/main.js");
  writeFileSync(main, "// The build.\n");
  const load = (path: string) => import(pathToFileURL(join(copy, "dist/cli", path)).href);
  const modules = await Promise.all(["run-program.js", "build/repeat-run.js", "build/run-key.js", "terminal.js"].map(load));
  const { runProgram, repeatRun, runFile, wholeRunFile, withTerminal }: Start = Object.assign({}, ...modules);
  const terminalOf = (args: readonly string[], { cwd, env }: Place, streams: { readonly stdout: Writable; readonly stderr: Writable }) => ({
    ...streams,
    cwd: () => cwd,
    argv: [process.execPath, main, ...args],
    env,
    stdin: Readable.from([]),
    exitCode: 0,
    once: () => {},
    off: () => {},
  });
  return {
    folder,
    main,
    entriesOf: (args, place) => {
      const { stream } = collected();
      return withTerminal(terminalOf(args, place, { stdout: stream, stderr: stream }), () => ({ own: runFile(), whole: wholeRunFile() }));
    },
    run: async (args, place) => {
      const [stdout, stderr] = [collected(), collected()];
      const terminal = terminalOf(args, place, { stdout: stdout.stream, stderr: stderr.stream });
      const isRepeated = await withTerminal(terminal, async () => {
        if (await repeatRun()) return true;
        await runProgram(args);
        return false;
      });
      return { status: terminal.exitCode, stdout: stdout.text(), stderr: stderr.text(), isRepeated };
    },
  };
}
