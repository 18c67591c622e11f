import { posix } from "node:path";
import type { Compilation } from "../../compile.ts";
import { type SemverStep, semverStep } from "../../contract/changes/change.ts";
import { checkVersion } from "../../contract/changes/version-step.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import { documentTree } from "../../project/documents/documents.ts";
import { member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { fromHere } from "../report/with-paths.ts";
import { UsageError } from "../usage-error.ts";
import type { ComparedProject } from "./compare-with-base.ts";
import type { CompiledVersion } from "./compared-version.ts";

/** Where the version of a release is: in the OpenAPI document of each toolset, or in the nearest `package.json`. */
export type VersionSource = "document" | "package";

/** The version in a file. The path is relative to the root of the project. */
interface WrittenVersion {
  readonly path: string;
  readonly version: string;
}

/** What must have the version that the changes of these toolsets need. */
interface Release {
  readonly toolsets: readonly string[];
  readonly step: Exclude<SemverStep, "none">;
  readonly before: WrittenVersion | undefined;
  readonly after: WrittenVersion | undefined;
}

/** Sentences about versions that did not increase as the changes need, and the exit code. */
export async function checkVersions(
  { base, next, changes }: ComparedProject,
  source: VersionSource,
): Promise<{ readonly texts: readonly string[]; readonly exitCode: number }> {
  const [was, is] = [base.compiled, next.compiled];
  if (was === undefined || is === undefined)
    throw new UsageError("--check-version needs --against with a revision or a folder, since a lock contains no versions.");
  const stepOf = (toolsets: readonly string[]) => semverStep(changes.filter(({ toolset }) => toolsets.includes(toolset)));
  const changed = [...new Set(changes.map(({ toolset }) => toolset))].sort();
  const groups = source === "document" ? changed.filter((name) => isInBoth(name, { base, next })).map((name) => [name]) : [changed];
  const versionsOf = source === "document" ? versionOfDocument : packageVersion;
  const found: { readonly texts: string[]; exitCode: number } = { texts: [], exitCode: exitCodes.clean };
  for (const toolsets of groups) {
    const step = stepOf(toolsets);
    if (step === "none") continue;
    const [before, after] = [await versionsOf(was, toolsets), await versionsOf(is, toolsets)];
    const result = checkRelease({ toolsets, step, before, after }, next.root, source);
    if (result === undefined) continue;
    found.texts.push(result.text);
    // What is known to be wrong counts more than what is unknown.
    found.exitCode = found.exitCode === exitCodes.findings ? found.exitCode : result.exitCode;
  }
  return found;
}

function isInBoth(name: string, { base, next }: Pick<ComparedProject, "base" | "next">): boolean {
  return base.contracts.has(name) && next.contracts.has(name);
}

function checkRelease(
  { toolsets, step, before, after }: Release,
  root: string,
  source: VersionSource,
): { readonly text: string; readonly exitCode: number } | undefined {
  const named = nameList(toolsets);
  const unchecked = (why: string) => ({ text: `The version of ${named} was not checked, since ${why}.`, exitCode: exitCodes.unchecked });
  if (before === undefined || after === undefined) {
    const when = after === undefined ? "" : " in the base";
    return unchecked(source === "document" ? `it has no document with a version${when}` : `no package.json has a version${when}`);
  }
  const checked = checkVersion(before.version, after.version, step);
  switch (checked.kind) {
    case "enough":
      return undefined;
    case "unknown":
      return unchecked(`${JSON.stringify(checked.version)} is not a version of the form 1.2.3`);
    case "too-small": {
      const path = fromHere(after.path, root);
      const has =
        after.version === before.version
          ? `still has the version ${after.version}`
          : `has the version ${after.version}, but it was ${before.version}`;
      const text = `"${path}" ${has}: the changes of ${named} need ${checked.needed} or later.`;
      return { text, exitCode: exitCodes.findings };
    }
  }
}

function versionOfDocument({ compilation }: CompiledVersion, [name]: readonly string[]): WrittenVersion | undefined {
  return documentVersion(compilation, name);
}

/** The version of a toolset's OpenAPI document: its `info.version`. */
export function documentVersion({ definitions, project, program }: Compilation, name: string | undefined): WrittenVersion | undefined {
  const tree = program.toolsets.find((toolset) => toolset.name === name)?.origin.tree;
  const definition = definitions.accepted.find(({ node }) => node.tree === tree);
  const document = definition && documentTree(definition, project);
  const version = member(member(document?.data, "info"), "version");
  return document === undefined || version === undefined ? undefined : { path: document.source.path, version: String(version) };
}

/**
 * The version of the nearest `package.json` that has one, from the folder of the configuration up to the root of the repository. A file
 * without a version only says how modules are written.
 */
async function packageVersion({ host, compilation }: CompiledVersion): Promise<WrittenVersion | undefined> {
  for (let up = 0; up < mostFolders; up++) {
    const path = posix.join(compilation.project.base, "../".repeat(up), "package.json");
    const content = await host.read(path, "repository");
    if (content === "outside") return undefined;
    if (typeof content === "string") continue;
    const version = member(parseTree({ path, text: new TextDecoder().decode(content) }).data, "version");
    if (typeof version === "string") return { path, version };
  }
  return undefined;
}

/** The maximum number of folders in which a `package.json` is looked for. */
const mostFolders = 64;
