import { execFileSync } from "node:child_process";
import { dirname } from "node:path";

/** The folder of Python itself. Where `python3` is a script that looks for it, as that of pyenv, a start takes half a second more. */
export function pythonFolder(): string {
  return dirname(execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }));
}
