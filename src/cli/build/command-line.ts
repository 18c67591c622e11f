import { shellWord } from "../../source/text/shell-word.ts";
import { compileFlags, givenFlags, longFlag } from "../compile-flags.ts";
import type { CompileFlags } from "../options.ts";

/** The `compile` command that writes the output for these flags. `compile --check` suggests this command. */
export function compileCommandLine(path: string, flags: Partial<CompileFlags>): string {
  const repeated = givenFlags(compileFlags, flags).filter((flag) => flag.repeated);
  const words = [...(path === "." ? [] : [path]), ...repeated.flatMap(({ name, value }) => wordsOf(longFlag(name), value))];
  return ["toolsetc compile", ...words.map(shellWord)].join(" ");
}

function wordsOf(flag: string, value: unknown): string[] {
  return value === true ? [flag] : [value].flat().flatMap((each) => [flag, String(each)]);
}
