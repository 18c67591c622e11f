import { setExitCode } from "../terminal.ts";

/**
 * The action of a command that runs on each project of a folder, one after the other. `load` loads its code, so that `--help` does not load the
 * compiler.
 */
export function inTurn<Flags extends object>(load: () => Promise<(path: string, flags: Flags) => Promise<number>>) {
  return async (path: string | undefined, flags: Flags): Promise<void> => {
    const [{ onEachProject }, run] = await Promise.all([import("./each-project.ts"), load()]);
    await setExitCode(onEachProject(path ?? ".", flags, run));
  };
}
