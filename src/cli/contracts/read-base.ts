import { existsSync, realpathSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { analyze, type Compilation } from "../../compile.ts";
import type { ChangedToolset } from "../../contract/changes/change-origin.ts";
import { noContracts } from "../../contract/compare/comparable-contracts.ts";
import { lockFolder } from "../../contract/lock/lock-file.ts";
import { lockedToolset } from "../../contract/lock/locked-toolset.ts";
import type { Use } from "../../diagnostic/use.ts";
import type { Finding } from "../../findings/finding.ts";
import { createHost } from "../../host/disk.ts";
import { ComparisonFailure } from "../../host/failure.ts";
import { createGitHost, findBase } from "../../host/process/git.ts";
import type { Host } from "../../project/load.ts";
import type { Settings } from "../../settings.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { fileStart } from "../../source/text/file-start.ts";
import type { Place } from "../../source/tree.ts";
import { scopeOf, settingsOf } from "../options.ts";
import { isExisting } from "../project/find-path.ts";
import { fromRoot, type OpenedProject, open } from "../project/open.ts";
import { errorsOfCompiling, seenFindings } from "../report/shown-findings.ts";
import { seenFromHere } from "../report/with-paths.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { isNothingComparable } from "./broken-toolsets.ts";
import { type ComparedVersion, type PresentVersion, versionOf } from "./compared-version.ts";
import { readLocks } from "./read-locks.ts";

/** The base of a comparison: the former contracts of a project, and what was found then. */
export interface ComparedBase extends ComparedVersion {
  /** The fingerprints of the findings of the base, those that comments hide left out. Empty for a lock, which has no findings. */
  readonly fingerprints: ReadonlySet<string>;
  /** The first error because of which toolsets of the base did not compile, with its place; empty if there is none. */
  readonly firstError: string;
}

/** How the base is compiled: `analyze`, or a function that also has the findings of targets, and may restore toolsets. */
export type CompileBase = (host: Host, settings: Settings) => Promise<Compilation>;

/**
 * Reads the contracts of a lock, or compiles a folder or a revision. Throws a `ComparisonFailure` if there is no lock, or if nothing of the
 * folder or the revision compiles.
 */
export async function readBase(
  against: string | undefined,
  { opened, project }: { readonly opened: OpenedProject; readonly project: Compilation["project"] },
  compileBase: CompileBase = analyze,
): Promise<ComparedBase> {
  const own = basename(lockFolder);
  if (against === undefined || (against === own && !isExisting(against)))
    return readLockFolder({ folder: `${project.base}${lockFolder}`, prefix: `${project.base}${lockFolder}`, host: opened.host, name: own });
  if (against.startsWith("-")) throw new UsageError(`--against takes a lock, a folder or a Git revision, not "${against}".`);
  const folder = resolve(terminal().cwd(), against);
  if (existsSync(folder)) {
    if (basename(folder) === own)
      return readLockFolder({ folder: `${fromRoot(folder, opened)}/`, prefix: "", host: createHost(folder), name: against });
    const other = open(against, { allowRoot: opened.allowRoot });
    return compiled({ opened: other, host: other.host, name: against, folder: fromRoot(other.root, opened), compileBase });
  }
  const base = findBase(opened.root, against);
  const inside = relative(realpathSync(base.root), realpathSync(opened.root)).replaceAll("\\", "/");
  const host = withPackages(createGitHost(base, inside === "" ? "" : `${inside}/`, opened.host), opened.host);
  return compiled({ opened, host, name: withCommit(against, base.commit), folder: "", compileBase });
}

/** A host that reads installed packages, such as a configuration that is extended, from the disk: they are in no commit. */
function withPackages(commit: Host, disk: Host): Host {
  const read: Host["read"] = async (path, reach) => {
    const found = await commit.read(path, reach);
    return found === "absent" && /(^|\/)node_modules\//.test(path) ? disk.read(path, reach) : found;
  };
  return { ...commit, read };
}

/**
 * The text for a revision in messages: the revision and its abbreviated commit. If the revision is itself a commit, as in CI, only the
 * abbreviated commit.
 */
export function withCommit(revision: string, commit: string): string {
  const short = commit.slice(0, 12);
  return commit.startsWith(revision) ? short : `${revision} (${short})`;
}

interface Compiling {
  readonly opened: OpenedProject;
  readonly host: Host;
  readonly name: string;
  /** The folder of the base, relative to the root of the compared project. */
  readonly folder: string;
  readonly compileBase: CompileBase;
}

async function compiled({ opened, host, name, folder, compileBase }: Compiling): Promise<ComparedBase> {
  const paths = new Set(await host.list());
  const config = opened.config !== undefined && paths.has(opened.config) ? opened.config : undefined;
  const settings = {
    ...settingsOf({}, { ...opened, config }),
    scope: scopeOf({}, "everything"),
  };
  const compilation = await compileBase(host, { ...settings, input: { kind: "project" } });
  const base = versionOf({ host, compilation }, name);
  const { findings } = seenFindings(compilation);
  const errors = errorsOfCompiling(findings, compilation).filter(({ code }) => code !== "no-definitions");
  // Nothing can be compared if the errors are about the whole project, or if nothing is left.
  const [firstError = ""] = errors.map((error) => placeText(seenFromHere(error, opened)));
  if (isNothingComparable(compilation, errors))
    throw new ComparisonFailure(
      `${name} does not compile: ${errors.length} ${errors.length === 1 ? "error" : "errors"}, the first one in ${firstError}`,
      "Only a revision that compiles can be the base of a comparison. Compare with another revision or with a lock.",
    );
  return {
    ...base,
    places: new Map([...base.places].map(([toolset, place]) => [toolset, movedTo(folder, place)])),
    fingerprints: new Set(findings.map(({ fingerprint }) => fingerprint)),
    firstError,
  };
}

function placeText({ mark, message }: Finding): string {
  return `${mark.file}:${mark.start.line}: ${message}`;
}

/** Converts the path of a place to one relative to the root of the compared project. */
function movedTo(folder: string, { tree, ...place }: Place): Place {
  const path = folder === "" ? tree.source.path : `${folder}/${tree.source.path}`;
  return { ...place, tree: { ...tree, source: { ...tree.source, path } } };
}

interface LockFolder {
  /** The folder of the lock, relative to the root of the compared project, with a `/` at the end. */
  readonly folder: string;
  /** The folder of the lock, relative to the root of the host. */
  readonly prefix: string;
  readonly host: Host;
  readonly name: string;
}

/** The contracts of the locks in a folder. Throws a `ComparisonFailure` if there is none, or if one of them cannot be read. */
export async function readLockFolder({ folder, prefix, host, name }: LockFolder): Promise<ComparedBase & Pick<PresentVersion, "toolsets">> {
  const locks = await readLocks(prefix, host);
  if (locks.size === 0)
    throw new ComparisonFailure(
      `There is no lock at ${name}.`,
      "Write the lock with `toolsetc lock`, or compare with a folder or a revision: `--against origin/main`.",
    );
  const contracts = new Map<string, JsonObject>();
  const uses = new Map<string, Use>();
  const sources = new Map<string, string>();
  const compilers = new Map<string, string>();
  const places = new Map<string, Place>();
  const toolsets: ChangedToolset[] = [];
  for (const [toolset, lock] of locks) {
    const path = `${name.replace(/\/$/, "")}/${toolset}.json`;
    switch (lock.kind) {
      case "too-new":
        throw new ComparisonFailure(
          `${path} has the format ${lock.needs}, which this version of toolsetc does not know.`,
          "A later version of toolsetc wrote this lock. Use that version, or a later one.",
        );
      case "conflict":
        throw new ComparisonFailure(`${path} is an unresolved merge conflict.`, "`toolsetc lock` rebuilds it.");
      case "invalid":
        throw new ComparisonFailure(`${path} is not a lock.`, "Restore the file that `toolsetc lock` wrote.");
      case "contract":
        contracts.set(toolset, lock.contract);
        if (lock.use !== undefined) uses.set(toolset, lock.use);
        if (lock.source !== undefined) sources.set(toolset, lock.source);
        compilers.set(toolset, lock.compiler);
        places.set(toolset, fileStart(`${folder}${toolset}.json`));
        toolsets.push(lockedToolset(toolset, lock.tree));
    }
  }
  // A lock contains no values of environments, so there are no overlays.
  const known = { ...noContracts, contracts, uses, sources, compilers };
  return {
    ...known,
    places,
    toolsets,
    name,
    unknown: [],
    compiled: undefined,
    unchanged: new Set(),
    fingerprints: new Set(),
    firstError: "",
  };
}
