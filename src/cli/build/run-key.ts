import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFile } from "../../host/cache.ts";
import { homeFolder } from "../../host/home-folder.ts";
import { sha256 } from "../../source/text/hash.ts";
import { isCodeAllowed } from "../allowed-code.ts";
import { type CompileFlag, compileFlags, longFlag } from "../compile-flags.ts";
import { surroundingsOf } from "../project/project-marks.ts";
import { nearestFolder, repositoryRoot } from "../project/repository-root.ts";
import { absolutePath, type OutputStream, terminal } from "../terminal.ts";
import { today } from "../today.ts";
import { version } from "../version.ts";

/** The commands whose runs are saved and repeated. They print what they find in the files of a project. */
const repeatable: readonly (string | undefined)[] = ["compile", "validate", "ci", "list"];

/**
 * The path of the cache entry for a run with these arguments, in this folder and terminal, on this day, by this build of the
 * compiler. The path does not depend on parsed arguments, except that a run of `compile` on several projects has an entry for each
 * `project`. `undefined` if the run is not cached.
 */
export function runFile(project = "", args = givenArgs()): string | undefined {
  const { env, stdout, stderr } = terminal();
  // What a rule in a file imports, or reads, is not recorded, so a run of such rules is never repeated.
  const build = repeatable.includes(args[0]) && !isCodeAllowed() ? compilerBuild() : undefined;
  if (build === undefined) return undefined;
  const paths = pathsIn(args.slice(1));
  // The nearest repository and the home folder limit the root of a project.
  const limits = [homeFolder(), paths.map((path) => nearestFolder(path, (each) => existsSync(join(each, ".git"))))];
  const style = [styleKey(stdout), styleKey(stderr), env["NO_COLOR"], env["FORCE_COLOR"]];
  const place = [terminal().cwd(), repositoryRoot(), limits, paths.map(surroundingsOf)];
  return cacheFile([...build, args, project, today(), style, place], env);
}

/** The path of the cache entry for the same run on all toolsets, without `--toolset`. */
export function wholeRunFile(project = ""): string | undefined {
  const args = givenArgs();
  const isPart = (arg: string | undefined) => arg === "--toolset";
  return runFile(
    project,
    args.filter((arg, index) => !isPart(arg) && !isPart(args[index - 1]) && !arg.startsWith("--toolset=")),
  );
}

function givenArgs(): readonly string[] {
  return terminal().argv?.slice(2) ?? [];
}

function styleKey({ isTTY, columns }: OutputStream): unknown {
  return [isTTY, columns];
}

const outputNames: readonly string[] = Object.entries<CompileFlag>(compileFlags).flatMap(([name, { isOutput, short }]) =>
  isOutput ? [longFlag(name), ...(short === undefined ? [] : [short])] : [],
);

/** All arguments that may be paths to read. A written path is not one of them, since it may not exist yet at the first run. */
function pathsIn(args: readonly string[]): string[] {
  const values = args.flatMap((argument, index) => {
    const value = argument.startsWith("-") ? /=(.*)$/s.exec(argument)?.[1] : argument;
    const isOutput = outputNames.includes(argument.split("=", 1)[0] ?? "") || outputNames.includes(args[index - 1] ?? "");
    return value === undefined || isOutput ? [] : [value];
  });
  return [terminal().cwd(), ...values.filter((value) => !value.includes("\0")).map(absolutePath)];
}

/**
 * Identifies the build of the compiler, and so the versions of its dependencies: another build may produce other output. `undefined` if the
 * source code is run without a build.
 */
function compilerBuild(): readonly unknown[] | undefined {
  const main = fileURLToPath(new URL("main.js", import.meta.url));
  return existsSync(main) ? [version, main, statSync(main).mtimeMs, sha256(readFileSync(main))] : undefined;
}
