import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cacheFile } from "../host/cache.ts";
import { sha256 } from "../source/hash.ts";
import { surroundingsOf } from "./project-marks.ts";
import { absolutePath, terminal } from "./terminal.ts";
import { today } from "./today.ts";
import { version } from "./version.ts";

/**
 * The cache entry of a run of this process with these arguments, in this place, on this day and by this build of the compiler.
 * It is known before the arguments are parsed. `undefined` where nothing is cached.
 */
export function runFile(): string | undefined {
  const { argv, env, stdout } = terminal();
  const args = argv?.slice(2) ?? [];
  const build = compilerBuild();
  if (args[0] !== "compile" || build === undefined) return undefined;
  const style = [stdout.isTTY, stdout.columns, env["NO_COLOR"], env["FORCE_COLOR"]];
  return cacheFile([...build, args, terminal().cwd(), today(), style, pathsIn(args.slice(1)).map(surroundingsOf)], env);
}

/** Everything that may be a path to read. The output is not there at the first run. */
function pathsIn(args: readonly string[]): string[] {
  const values = args.flatMap((argument, index) => {
    const value = argument.startsWith("-") ? /=(.*)$/s.exec(argument)?.[1] : argument;
    const isOutput = /^(?:--out|-o)(?:=|$)/.test(argument) || ["--out", "-o"].includes(args[index - 1] ?? "");
    return value === undefined || isOutput ? [] : [value];
  });
  return [terminal().cwd(), ...values.filter((value) => !value.includes("\0")).map(absolutePath)];
}

/** What identifies the build of the compiler, since another build may produce other output. `undefined` where it was not built. */
function compilerBuild(): readonly unknown[] | undefined {
  const main = fileURLToPath(new URL("main.js", import.meta.url));
  return existsSync(main) ? [version, main, statSync(main).mtimeMs, sha256(readFileSync(main))] : undefined;
}
