import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { plainText } from "../../../host/plain-file.ts";
import { findInstallation, type PackageFolder } from "../../../init/find-installation.ts";
import { type GitRepository, lockfileNames, type Repository } from "../../../init/repository.ts";
import { nearestFolder } from "../../project/repository-root.ts";
import { slashed } from "../../terminal.ts";
import { version } from "../../version.ts";

/** Finds the Git repository that contains a project's folder, and the editor and CI files. Does not run git. */
export function findRepository(folder: string, out: string): Repository {
  const git = gitRepository(folder);
  const paths = [
    ".vscode/settings.json",
    ".gitattributes",
    "package.json",
    ...(git === undefined ? [] : [`${git.up}.gitlab-ci.yml`, `${git.up}.github/workflows/toolsets.yml`]),
  ];
  return { texts: textsOf(folder, paths), packageFolder: packageFolder(folder), out, git, version };
}

/** The texts of the files that exist in a folder. */
function textsOf<Path extends string>(folder: string, paths: readonly Path[]): ReadonlyMap<Path, string> {
  const texts = paths.flatMap((path) => {
    const text = existsSync(join(folder, path)) ? plainText(join(folder, path)) : undefined;
    return text === undefined ? [] : [[path, text] as const];
  });
  return new Map(texts);
}

function packageFolder(folder: string): string | undefined {
  const found = nearestFolder(folder, (each) => existsSync(join(each, "node_modules/toolsetc/package.json")));
  return found === undefined ? undefined : `${upFrom(folder, found)}node_modules/toolsetc/`;
}

function gitRepository(folder: string): GitRepository | undefined {
  const root = nearestFolder(folder, (each) => existsSync(join(each, ".git")));
  if (root === undefined) return undefined;
  const config = join(root, ".git/config");
  const remotes = existsSync(config) ? (plainText(config) ?? "") : "";
  const isGitLab = existsSync(join(root, ".gitlab-ci.yml")) || /^\s*url\s*=.*gitlab/im.test(remotes);
  return {
    up: upFrom(folder, root),
    down: slashed(relative(root, folder)),
    service: isGitLab ? "gitlab" : "github",
    installation: findInstallation(packageFolders(folder, root)),
  };
}

/** The package files of a folder and of the folders above it, up to the root of the repository. */
function packageFolders(folder: string, root: string): PackageFolder[] {
  const own = {
    path: slashed(relative(root, folder)),
    manifest: textsOf(folder, ["package.json"]).get("package.json"),
    lockfiles: textsOf(folder, lockfileNames),
  };
  return folder === root ? [own] : [own, ...packageFolders(dirname(folder), root)];
}

function upFrom(folder: string, root: string): string {
  const way = slashed(relative(folder, root));
  return way === "" ? "" : `${way}/`;
}
