import { diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { asFolder } from "../project/paths.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import type { Json } from "../source/json.ts";
import { environmentNotChosen } from "./codes.ts";
import { chosenEnvironments, defaultEnvironment, type Environment, environmentsFor, ownFile } from "./environments.ts";
import type { Holder } from "./holder.ts";

export interface EnvironmentFile {
  readonly path: string;
  /** What it holds; `undefined` where there is none yet. */
  readonly now: Json | undefined;
}

interface Choice {
  readonly environment: string | undefined;
  readonly environmentFile: string | undefined;
}

/** The file that is to hold a resource's values: what was chosen, else the default, else a new `environment.json` in its app. */
export function environmentFileFor(
  project: Project,
  { environment, environmentFile }: Choice,
): Outcome<((holder: Holder) => EnvironmentFile) | undefined> {
  const fileAt = (path: string): EnvironmentFile => ({ path, now: project.files.get(path)?.data });
  if (environmentFile !== undefined) {
    // What it holds already would be lost.
    if (!project.files.has(environmentFile)) throw new Error(`${environmentFile} was not asked of load`);
    return { value: () => fileAt(environmentFile), diagnostics: [] };
  }
  const { value: environments, diagnostics } = chosenEnvironments(project, environment);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const one = oneFor(project, environments);
  const unclear = [undefined, ...project.apps.map(({ root }) => root)].some(
    (app) => one(app) === undefined && environmentsFor(app, environments).length > 1,
  );
  if (unclear) return { value: undefined, diagnostics: [notChosen(environments)] };
  return { value: ({ app }) => fileAt(one(app)?.path ?? `${asFolder(app ?? "")}${ownFile}`), diagnostics };
}

/** The one environment that is meant for what is in an app, if that is clear. */
export function oneFor(project: Project, environments: readonly Environment[]): (app: string | undefined) => Environment | undefined {
  return (app) => {
    const own = environmentsFor(app, environments);
    const name = defaultEnvironment(project, own);
    return own.find((environment) => environment.name === name);
  };
}

export function notChosen(environments: readonly Environment[]) {
  return diagnostic(environmentNotChosen, { names: environments.map(({ name }) => name) }, flagPlace("--env", ""));
}
