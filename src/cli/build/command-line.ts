import { shellWord } from "../../source/text/shell-word.ts";
import type { CompileFlags } from "../options.ts";

/** The `compile` command that writes the output for these flags. `compile --check` suggests this command. */
export function compileCommandLine(
  path: string,
  { openapi, include = [], exclude = [], toolset = [], out, force, env, set = [], allowRoot }: Omit<CompileFlags, "format">,
): string {
  const repeated = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value]);
  const words = [
    ...(path === "." ? [] : [path]),
    ...repeated("--openapi", openapi === undefined ? [] : [openapi]),
    ...repeated("--include", include),
    ...repeated("--exclude", exclude),
    ...repeated("--toolset", toolset),
    ...repeated("--out", out === undefined ? [] : [out]),
    ...(force ? ["--force"] : []),
    ...repeated("--env", env === undefined ? [] : [env]),
    ...repeated("--set", set),
    ...repeated("--allow-root", allowRoot === undefined ? [] : [allowRoot]),
  ];
  return ["toolsetc compile", ...words.map(shellWord)].join(" ");
}
