import { member } from "../source/json/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import { type Installation, type LockfileName, lockfileNames } from "./repository.ts";

/** The package files of a folder of the repository. */
export interface PackageFolder {
  /** The path from the root of the repository; empty for the root. */
  readonly path: string;
  /** The text of its `package.json`, if there is one. */
  readonly manifest: string | undefined;
  /** The texts of its lockfiles. */
  readonly lockfiles: ReadonlyMap<LockfileName, string>;
}

/** How a CI job installs the toolsetc of a project. `folders` are the project's folder and those above it, up to the root of the repository. */
export function findInstallation(folders: readonly PackageFolder[]): Installation | undefined {
  const listing = folders.findIndex(({ manifest }) => lists(manifest));
  const locked = folders.find(({ lockfiles }, index) => lockfiles.size > 0 && (index >= listing || listing === -1));
  const lockfile = lockfileNames.find((name) => locked?.lockfiles.has(name));
  if (listing === -1) {
    // Another package of the workspace may need toolsetc. npm and Yarn install it for all packages.
    const isThere = locked !== undefined && lockfile !== undefined && isLocked(locked.lockfiles.get(lockfile) ?? "");
    return isThere && lockfile !== "pnpm-lock.yaml" ? { lockfile, folder: locked.path, runFolder: locked.path } : undefined;
  }
  const own = folders[listing]?.path ?? "";
  const folder = locked?.path ?? own;
  // pnpm links the programs of a package only into the package itself.
  return { lockfile, folder, runFolder: lockfile === "pnpm-lock.yaml" ? own : folder };
}

function lists(manifest: string | undefined): boolean {
  const { data } = parseTree({ path: "package.json", text: manifest ?? "{}" });
  return ["dependencies", "devDependencies"].some((kind) => member(member(data, kind), "toolsetc") !== undefined);
}

function isLocked(lockfile: string): boolean {
  return /"node_modules\/toolsetc"|^"?toolsetc@/m.test(lockfile);
}
