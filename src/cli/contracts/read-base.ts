import { existsSync, realpathSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { analyze, type Compilation } from "../../compile.ts";
import { canonical } from "../../contract/canonical.ts";
import { type Contracts, noContracts } from "../../contract/compare-contracts.ts";
import { contractOf } from "../../contract/contract.ts";
import { defaultOverlays } from "../../contract/default-overlays.ts";
import { useOf } from "../../contract/grades.ts";
import { lockFolder, sourceDigest } from "../../contract/lock-file.ts";
import type { Use } from "../../diagnostic/use.ts";
import { createHost } from "../../host/disk.ts";
import { ComparisonFailure } from "../../host/failure.ts";
import { createGitHost, findBase } from "../../host/process/git.ts";
import { foreignTrees } from "../../project/foreign-trees.ts";
import type { Host } from "../../project/load.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { fileStart } from "../../source/text/file-start.ts";
import type { Origin, Place } from "../../source/tree.ts";
import { compileOptions, scopeOf } from "../options.ts";
import { isExisting } from "../project/find-path.ts";
import { fromRoot, type OpenedProject, open } from "../project/open.ts";
import { compileErrors } from "../report/shown-findings.ts";
import { seenFromHere } from "../report/with-paths.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { version } from "../version.ts";
import { readLocks } from "./read-locks.ts";

/** The base of a comparison: the former contracts of a project. */
export interface ComparedBase extends Contracts {
  /** The places where the toolsets were defined. Findings about removed toolsets point there. */
  readonly places: ReadonlyMap<string, Place>;
  /** The name of the base in messages: `toolsetc.lock`, a folder, or a revision with its commit. */
  readonly name: string;
}

/** The canonical contracts of a program, by name of the toolset. */
export function contractsOf(compilation: Pick<Compilation, "program" | "project" | "definitions">): Contracts {
  const {
    program: { toolsets },
    project: { config },
  } = compilation;
  return {
    contracts: new Map(toolsets.map((toolset) => [toolset.name, canonical(contractOf(toolset))])),
    overlays: new Map(toolsets.map((toolset) => [toolset.name, defaultOverlays(toolset)])),
    uses: new Map(toolsets.map(({ name }) => [name, useOf(config, name)])),
    sources: sourcesOf(compilation),
    ofOtherCompilers: new Set(),
  };
}

/** The digest of each toolset's document that others wrote. */
export function sourcesOf({
  program: { toolsets },
  project,
  definitions,
}: Pick<Compilation, "program" | "project" | "definitions">): ReadonlyMap<string, string> {
  const trees = foreignTrees(definitions.accepted, project);
  return new Map(
    toolsets.flatMap(({ name, origin }) => {
      const data = trees.get(origin.tree)?.data;
      return data === undefined ? [] : [[name, sourceDigest(data)] as const];
    }),
  );
}

/**
 * Reads the contracts of a lock, or compiles a folder or a revision. Throws a `ComparisonFailure` if there is no lock, or if the folder or
 * the revision does not compile.
 */
export async function readBase(
  against: string | undefined,
  { opened, project }: { readonly opened: OpenedProject; readonly project: Compilation["project"] },
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
    return compiled({ opened: other, host: other.host, name: against, folder: fromRoot(other.root, opened) });
  }
  const base = findBase(opened.root, against);
  const inside = relative(realpathSync(base.root), realpathSync(opened.root)).replaceAll("\\", "/");
  const host = withPackages(createGitHost(base, inside === "" ? "" : `${inside}/`), opened.host);
  return compiled({ opened, host, name: withCommit(against, base.commit), folder: "" });
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
function withCommit(revision: string, commit: string): string {
  const short = commit.slice(0, 12);
  return commit.startsWith(revision) ? short : `${revision} (${short})`;
}

interface Compiling {
  readonly opened: OpenedProject;
  readonly host: Host;
  readonly name: string;
  /** The folder of the base, relative to the root of the compared project. */
  readonly folder: string;
}

async function compiled({ opened, host, name, folder }: Compiling): Promise<ComparedBase> {
  const paths = new Set(await host.list());
  if (paths.size === 0) return { ...noContracts, places: new Map(), name };
  const config = opened.config !== undefined && paths.has(opened.config) ? opened.config : undefined;
  const settings = {
    ...compileOptions({}, { ...opened, config }),
    scope: scopeOf({}, "everything"),
  };
  const analysis = await analyze(host, { ...settings, input: { kind: "project" } });
  const errors = compileErrors(analysis);
  const [first] = errors.map((error) => seenFromHere(error, opened));
  // Without this error, a tool that does not compile in the base would be reported as added.
  if (first !== undefined && first.code !== "no-definitions")
    throw new ComparisonFailure(
      `${name} does not compile: ${errors.length} ${errors.length === 1 ? "error" : "errors"}, the first one in ${first.mark.file}:${first.mark.start.line}: ${first.message}`,
      "Only a revision that compiles can be the base of a comparison. Compare with another revision or with a lock.",
    );
  return {
    ...contractsOf(analysis),
    places: new Map(analysis.program.toolsets.map(({ name: toolset, origin }) => [toolset, movedTo(folder, origin)])),
    name,
  };
}

/** Converts the path of an origin to one relative to the root of the compared project. */
function movedTo(folder: string, { tree, ...origin }: Origin): Origin {
  const path = folder === "" ? tree.source.path : `${folder}/${tree.source.path}`;
  return { ...origin, tree: { ...tree, source: { ...tree.source, path } } };
}

interface LockFolder {
  /** The folder of the lock, relative to the root of the compared project, with a `/` at the end. */
  readonly folder: string;
  /** The folder of the lock, relative to the root of the host. */
  readonly prefix: string;
  readonly host: Host;
  readonly name: string;
}

async function readLockFolder({ folder, prefix, host, name }: LockFolder): Promise<ComparedBase> {
  const locks = await readLocks(prefix, host);
  if (locks.size === 0)
    throw new ComparisonFailure(
      `There is no lock at ${name}.`,
      "Write the lock with `toolsetc lock`, or compare with a folder or a revision: `--against origin/main`.",
    );
  const contracts = new Map<string, JsonObject>();
  const uses = new Map<string, Use>();
  const sources = new Map<string, string>();
  const ofOtherCompilers = new Set<string>();
  const places = new Map<string, Place>();
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
        if (lock.compiler !== version) ofOtherCompilers.add(toolset);
        places.set(toolset, fileStart(`${folder}${toolset}.json`));
    }
  }
  // A lock contains no values of environments, so there are no overlays.
  return { contracts, overlays: new Map(), uses, sources, ofOtherCompilers, places, name };
}
