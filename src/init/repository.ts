/** What `init` has to know of the folder of a project and of its repository. */
export interface Repository {
  /** The texts of the files that are there, by path from the folder of the project. */
  readonly texts: ReadonlyMap<string, string>;
  /** The folder of the installed package from that of the project, with a `/` at its end; `undefined`: not installed. */
  readonly packageFolder: string | undefined;
  /** The output folder. */
  readonly out: string;
  /** The root of the git repository; `undefined`: there is none. */
  readonly git: GitRepository | undefined;
  /** The version of the running compiler. */
  readonly version: string;
}

export interface GitRepository {
  /** From the folder of the project; empty, or `../` any number of times. */
  readonly up: string;
  /** The folder of the project from the root; empty where they are the same. */
  readonly down: string;
  readonly service: "github" | "gitlab";
}
