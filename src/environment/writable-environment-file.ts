import { diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { asFolder } from "../project/paths.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import type { Json } from "../source/json.ts";
import { environmentNotChosen } from "./codes.ts";
import { chosenEnvironments, defaultEnvironment, defaultFileName, type Environment, environmentsFor } from "./environments.ts";
import type { ManagedResource } from "./managed-resource.ts";

export interface WritableEnvironmentFile {
  readonly path: string;
  /** Its content; `undefined` where the file is absent. */
  readonly content: Json | undefined;
}

interface Choice {
  readonly environment: string | undefined;
  readonly environmentFile: string | undefined;
}

/** Returns the file that receives a resource's values: the selected one, else the default, else a new `environment.json` in its app. */
export function environmentFileFor(
  project: Project,
  { environment, environmentFile }: Choice,
): Outcome<((resource: ManagedResource) => WritableEnvironmentFile) | undefined> {
  const contentAt = (path: string): WritableEnvironmentFile => ({ path, content: project.files.get(path)?.data });
  if (environmentFile !== undefined) {
    // The content of a file that was not loaded would be overwritten.
    if (!project.files.has(environmentFile)) throw new Error(`${environmentFile} was not loaded`);
    return { value: () => contentAt(environmentFile), diagnostics: [] };
  }
  const { value: environments, diagnostics } = chosenEnvironments(project, environment);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const one = selectedEnvironment(project, environments);
  const isAmbiguous = [undefined, ...project.apps.map(({ root }) => root)].some(
    (app) => one(app) === undefined && environmentsFor(app, environments).length > 1,
  );
  if (isAmbiguous) return { value: undefined, diagnostics: [notChosen(environments)] };
  return { value: ({ app }) => contentAt(one(app)?.path ?? `${asFolder(app ?? "")}${defaultFileName}`), diagnostics };
}

/** Returns the selected or default environment of an app; `undefined` if several are possible. */
export function selectedEnvironment(
  project: Project,
  environments: readonly Environment[],
): (app: string | undefined) => Environment | undefined {
  return (app) => {
    const own = environmentsFor(app, environments);
    const name = defaultEnvironment(project, own);
    return own.find((environment) => environment.name === name);
  };
}

export function notChosen(environments: readonly Environment[]) {
  return diagnostic(environmentNotChosen, { names: environments.map(({ name }) => name) }, flagPlace("--env", ""));
}
