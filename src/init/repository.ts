/** The facts about a project's folder and its repository that `init` needs. */
export interface Repository {
  /** The texts of the existing editor, package and CI files, by path from the project's folder. */
  readonly texts: ReadonlyMap<string, string>;
  /**
   * The path from the project's folder to the installed package toolsetc, with a `/` at the end; `undefined` if the package is not
   * installed.
   */
  readonly packageFolder: string | undefined;
  /** The output folder. */
  readonly out: string;
  /** The Git repository that contains the project; `undefined` if there is none. */
  readonly git: GitRepository | undefined;
  /** The version of the running compiler. */
  readonly version: string;
}

export interface GitRepository {
  /** The path from the project's folder to the root of the repository: empty, `../`, `../../` and so on. */
  readonly up: string;
  /** The path from the root of the repository to the project's folder; empty if both are the same folder. */
  readonly down: string;
  readonly service: "github" | "gitlab";
  /** How a job installs toolsetc; `undefined` if no `package.json` and no lockfile, from the project's folder to the root, has it. */
  readonly installation: Installation | undefined;
}

/** How a package manager installs toolsetc. Paths are from the root of the repository; the root is empty. */
export interface Installation {
  readonly lockfile: LockfileName | undefined;
  /** The folder in which the packages are installed. */
  readonly folder: string;
  /** The folder in which `npx toolsetc` finds the installed package. */
  readonly runFolder: string;
}

export const lockfileNames = ["pnpm-lock.yaml", "yarn.lock", "package-lock.json"] as const;
export type LockfileName = (typeof lockfileNames)[number];
