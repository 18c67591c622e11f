import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Content } from "../../project/files/read-files.ts";
import type { Host } from "../../project/load.ts";
import { largestFile } from "../../source/text/largest-file.ts";
import { ComparisonFailure } from "../failure.ts";
import { isOutput } from "../output/record.ts";

/** A commit that the working tree is compared with, and its repository. */
export interface BaseCommit {
  /** The full hash of the commit. */
  readonly commit: string;
  /** The root of the repository. */
  readonly root: string;
}

/**
 * The merge base of HEAD and a revision, in the repository that contains `folder`. Throws a `ComparisonFailure` if there is no such
 * repository, revision or merge base.
 */
export function findBase(folder: string, revision: string): BaseCommit {
  const root = outputOf(run(folder, ["rev-parse", "--show-toplevel"]), `"${folder}" is not in a readable Git repository`).trim();
  const base = run(root, ["merge-base", "--end-of-options", "HEAD", `${revision}^{commit}`]);
  const found = base.stdout.trim();
  if (base.status === 0 && /^[0-9a-f]{40,64}$/.test(found)) return { commit: found, root };
  if (!isRevision(root, revision))
    throw new ComparisonFailure(
      `This repository has no revision "${revision}".`,
      `Clones in CI often contain only one branch. \`${fetchOf(revision, root)}\` fetches another one as origin/${branchOf(revision)}.`,
    );
  throw new ComparisonFailure(
    `HEAD and "${revision}" have no common ancestor in the history of this repository.`,
    isShallow(root)
      ? "This is a shallow clone. `git fetch --unshallow` fetches the rest of its history (in GitHub Actions: `fetch-depth: 0` for actions/checkout)."
      : "Compare with a folder or with the lock instead.",
  );
}

/** Whether a name is that of a revision of the repository that a folder is in. */
export function isRevision(folder: string, name: string): boolean {
  return run(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]).status === 0;
}

/**
 * Creates a host that reads the files of a folder in a commit. `folder` is relative to the root of the repository. It is empty or ends with
 * `/`. `disk` reads the same folder: a file that is the same there is taken from it, since git is started for each of the others.
 */
export function createGitHost({ commit, root }: BaseCommit, folder: string, disk: Pick<Host, "read">): Host {
  const list = ["ls-tree", "-r", "-z", "-l", "--full-tree", commit, ...(folder === "" ? [] : ["--", folder])];
  // In a clone without its files (`--filter`), git cannot list the sizes of the files, and does not fetch the files, since `run` forbids
  // it.
  const ran = run(root, list);
  if (ran.stderr.includes("lazy fetching disabled")) throw withoutFiles(`The files of ${commit} are`);
  const listed = outputOf(ran, `The files of ${commit} cannot be listed`);
  const entries = new Map(listed.split("\0").flatMap((line) => entryOf(line, folder)));
  const folders = new Set(
    [...entries.keys()].flatMap((path) => path.split("/").map((_step, index, steps) => steps.slice(0, index).join("/"))),
  );

  async function read(path: string, links: number): Promise<Content> {
    const requested = posix.normalize(path);
    if (requested === ".." || requested.startsWith("../") || requested.startsWith("/")) return "outside";
    const entry = entries.get(requested);
    if (entry === undefined) return folders.has(requested) || requested === "." ? "folder" : "absent";
    if (entry.size > largestFile) return "too-large";
    // What cannot be read on disk, such as a file that was made a pipe, is read from the commit.
    const present = entry.isLink ? "absent" : await disk.read(requested).catch(() => "absent" as const);
    if (typeof present !== "string" && isBlob(present, entry)) return present;
    const { status, bytes } = run(root, ["cat-file", "blob", entry.hash]);
    if (status !== 0) throw withoutFiles(`"${requested}" of ${commit} is`);
    if (!entry.isLink) return bytes;
    return links > 10 ? "absent" : read(posix.join(posix.dirname(requested), bytes.toString("utf8")), links + 1);
  }

  /** A configuration in the repository that one in the folder extends. */
  function readConfiguration(path: string): Content {
    const inRepository = posix.normalize(`${folder}${path}`);
    if (inRepository.startsWith("../") || !/\.(?:ya?ml|json)$/.test(inRepository)) return "outside";
    const { status, bytes } = run(root, ["cat-file", "blob", `${commit}:${inRepository}`]);
    return status === 0 ? bytes : "absent";
  }

  // What a host for the disk does not list either.
  const isHidden = /(^|\/)(node_modules|\.[^/]*)\//;
  const outputs = [...namesByFolder(entries.keys())].flatMap(([each, names]) => (each !== "" && isOutput(names) ? [each] : []));
  const isListed = (path: string) => !isHidden.test(path) && !outputs.some((output) => path.startsWith(output));
  return {
    read: async (path, reach) => (reach === undefined ? read(path, 0) : readConfiguration(path)),
    list: async () => [...entries.keys()].filter(isListed),
  };
}

/** The names of the files in each folder. A folder is empty or ends with `/`. */
function namesByFolder(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const end = path.lastIndexOf("/") + 1;
    const names = found.get(path.slice(0, end)) ?? [];
    found.set(path.slice(0, end), names);
    names.push(path.slice(end));
  }
  return found;
}

interface Entry {
  readonly hash: string;
  readonly size: number;
  readonly isLink: boolean;
}

/** Whether git gives this content the hash of an entry. Repositories have hashes of one of two lengths. */
function isBlob(content: Uint8Array, { hash, size }: Entry): boolean {
  if (content.length !== size) return false;
  const hasher = createHash(hash.length === 40 ? "sha1" : "sha256")
    .update(`blob ${size}\0`)
    .update(content);
  return hasher.digest("hex") === hash;
}

/** Parses a line of `git ls-tree -l`, which has a mode, type, hash, size and path. Empty unless the line is about a file in `folder`. */
function entryOf(line: string, folder: string): [string, Entry][] {
  const [, mode = "", type, hash = "", size = "", path = ""] = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line) ?? [];
  if (type !== "blob" || !path.startsWith(folder)) return [];
  return [[path.slice(folder.length), { hash, size: Number(size), isLink: mode === "120000" }]];
}

function withoutFiles(what: string): ComparisonFailure {
  return new ComparisonFailure(
    `${what} not in this clone.`,
    "The repository was cloned without its files (`--filter`). `git fetch --refetch --no-filter origin` fetches the files.",
  );
}

function isShallow(root: string): boolean {
  return run(root, ["rev-parse", "--is-shallow-repository"]).stdout.trim() === "true";
}

/**
 * The command that fetches a branch as `origin/<branch>`. In a clone of a single branch, the part after the colon is needed to create that
 * name.
 */
function fetchOf(revision: string, root: string): string {
  const branch = branchOf(revision);
  return `git fetch ${isShallow(root) ? "--unshallow " : ""}origin +refs/heads/${branch}:refs/remotes/origin/${branch}`;
}

/** The name of a branch without `origin/`. */
function branchOf(revision: string): string {
  const name = revision.replace(/^origin\//, "");
  return /^[\w./-]+$/.test(name) ? name : "<branch>";
}

/** What git printed. `failure` says what it means that it failed. */
function outputOf({ status, stdout, stderr }: GitRun, failure: string): string {
  if (status === 0) return stdout;
  throw new ComparisonFailure(
    `${failure}: git reports "${stderr.trim().split("\n")[0] ?? ""}".`,
    "Compare with a folder or with the lock instead.",
  );
}

interface GitRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

/**
 * Runs git. Its arguments and environment prevent the configuration of the repository from starting programs, and git from fetching
 * anything.
 */
function run(folder: string, args: readonly string[]): GitRun {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" };
  const settings = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
  const result = spawnSync("git", [...settings, ...args], { cwd: folder, env, maxBuffer: 2 * largestFile, windowsHide: true });
  if (result.error !== undefined)
    throw new ComparisonFailure(`git cannot be run (${result.error.message}).`, "Install git, or compare with a folder or with the lock.");
  return { status: result.status, stdout: result.stdout.toString("utf8"), stderr: result.stderr.toString("utf8"), bytes: result.stdout };
}
