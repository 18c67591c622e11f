import { readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { ToolsetOwner } from "../../findings/toolset-owners.ts";
import { plainText } from "../../host/plain-file.ts";
import type { Manifest } from "../../runtime/manifest.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { exitCodes } from "../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../options.ts";
import { absolutePath } from "../terminal.ts";
import { tuneEngine } from "../tune-engine.ts";
import { UsageError } from "../usage-error.ts";
import { completeOutputAt } from "./complete-output.ts";
import { isExisting, statsOfInput } from "./find-path.ts";
import { type InputFlags, inputText, open } from "./open.ts";
import { projectsAt } from "./projects-beneath.ts";

/** The manifests of the requested toolsets, and the exit code for their errors. */
export interface Manifests {
  readonly manifests: readonly Manifest[];
  /** The names of toolsets and tools that did not compile. */
  readonly refused: readonly string[];
  readonly exitCode: number;
  /** Whether the manifests were read from compiled output. Such manifests contain all environments. */
  readonly isCompiled: boolean;
}

/**
 * Reads the manifests of a compiled folder or of one `toolset.json`. For a project, a definition or a bare document, compiles them in
 * memory, and omits toolsets with errors. The errors of requested toolsets are printed to stderr, since stdout is for data. If no toolset
 * is requested by name, each toolset with errors in a project gets only one line. In a folder of several projects, reads those of all.
 */
export async function readManifests(path: string, options: CommonOptions & { readonly toolset: readonly string[] }): Promise<Manifests> {
  const files = isInput(options) ? undefined : manifestFiles(path);
  if (files !== undefined) return { manifests: files.map(readManifest), exitCode: exitCodes.clean, refused: [], isCompiled: true };
  const projects = await projectsAt(path, options);
  const all: Manifests[] = [];
  for (const project of projects) all.push(await compileManifests(project, options));
  if (projects.length > 1) rejectSameNames(all, projects);
  return {
    manifests: all.flatMap(({ manifests }) => manifests),
    refused: all.flatMap(({ refused }) => refused),
    exitCode: Math.max(...all.map(({ exitCode }) => exitCode)),
    isCompiled: false,
  };
}

/** Throws a usage error if two projects have toolsets with the same name, since the tools of one could not be told from the other's. */
function rejectSameNames(all: readonly Manifests[], projects: readonly string[]): void {
  const owners = new Map<string, string>();
  for (const [index, { manifests }] of all.entries())
    for (const { name } of manifests) {
      const [project = "", other] = [projects[index], owners.get(name)];
      if (other !== undefined)
        throw new UsageError(
          `Both "${other}" and "${project}" have a toolset "${name}". Name the project to serve, such as ${shellWord(other)}.`,
        );
      owners.set(name, project);
    }
}

async function compileManifests(path: string, options: CommonOptions & { readonly toolset: readonly string[] }): Promise<Manifests> {
  tuneEngine();
  const [{ analyze }, { manifestsOf }, { projectErrors }] = await Promise.all([
    import("../../compile.ts"),
    import("../../targets/manifests.ts"),
    import("../report/print-errors.ts"),
  ]);
  const opened = open(path, options);
  const analysis = await analyze(opened.host, {
    ...settingsOf(options, opened),
    scope: { toolsets: [], named: options.toolset, beside: "namesakes" },
  });
  const errors = projectErrors(analysis, { path: inputText(path, options), opened });
  if (errors.printOfFlags()) return { manifests: [], refused: [], exitCode: exitCodes.usage, isCompiled: false };
  const { toolset: asked } = options;
  const isWhole = asked.length === 0 && opened.input.kind === "project" && analysis.program.toolsets.length > 0;
  const isUnknown = asked.some((name) => !errors.owners.some(({ names }) => names.includes(name)));
  const isWanted = ({ names, isNamed }: ToolsetOwner) =>
    asked.length === 0 || (isUnknown && !isNamed) || names.some((name) => asked.includes(name));
  const exitCode = isWhole ? errors.summarize() : isUnknown ? errors.printAndCount(isWanted) : errors.print(isWanted);
  const refused = errors.owners.flatMap(({ toolset, names }) => (toolset === undefined ? names : []));
  return { manifests: manifestsOf(analysis.program), refused, exitCode, isCompiled: false };
}

function isInput({ openapi, include = [], exclude = [] }: InputFlags): boolean {
  return openapi !== undefined || include.length + exclude.length > 0;
}

/** The manifest files at a path of compiled output; `undefined` if the path is to be compiled. */
function manifestFiles(path: string): string[] | undefined {
  completeOutputAt(absolutePath(path));
  if (!statsOfInput(path, "file or folder").isDirectory())
    return basename(path) === "toolset.json" && isManifest(path) ? [path] : undefined;
  const own = join(path, "toolset.json");
  if (isExisting(own) && isManifest(own)) return [own];
  // A folder with `app.json` is output of the target `ces`. Such a folder is itself a project, which is compiled.
  if (!isExisting(join(path, ".written.json")) || isExisting(join(path, "app.json"))) return undefined;
  const toolsets = entries(join(path, "toolsets")).map((name) => join(path, "toolsets", name, "toolset.json"));
  const tools = entries(join(path, "tools")).map((name) => join(path, "tools", name));
  const files = [...toolsets.filter(isExisting), ...tools.filter((file) => file.endsWith(".json"))];
  if (files.length === 0)
    throw new UsageError(
      `The compiled folder "${path}" contains no manifests. Add the target \`manifest\` or \`typescript\` to toolsetc.yaml, and compile again.`,
    );
  return files;
}

function entries(folder: string): string[] {
  return isExisting(folder) ? readdirSync(absolutePath(folder)).sort() : [];
}

/** Whether a `toolset.json` is a manifest. An exported CES app may contain other files with this name. */
function isManifest(path: string): boolean {
  return /"formatVersion"/.test(textOf(path).slice(0, 1000));
}

function readManifest(path: string): Manifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(textOf(path));
  } catch {
    throw new UsageError(`The manifest "${path}" is damaged: it is not valid JSON. Compile again to replace it.`);
  }
  const version = typeof manifest === "object" && manifest !== null && "formatVersion" in manifest ? manifest.formatVersion : undefined;
  if (typeof version === "string" && !/^[12]\./.test(version))
    throw new UsageError(
      `"${path}" has format ${version}, and this version of toolsetc reads formats 1 and 2. Use the version of toolsetc that wrote the file.`,
    );
  const isWhole =
    typeof manifest === "object" && manifest !== null && "kind" in manifest && "tools" in manifest && Array.isArray(manifest.tools);
  if (!isWhole) throw new UsageError(`"${path}" is not the manifest of a toolset. Compile again.`);
  return manifest as Manifest; // Only its outline is checked here: the compiler wrote the file, and `toolsOf` checks its format.
}

/** The text of a file; empty for a pipe, a device or a folder. */
function textOf(path: string): string {
  return plainText(realpathSync(absolutePath(path))) ?? "";
}
