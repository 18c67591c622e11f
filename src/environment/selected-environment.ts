import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import { defaultEnvironment, type Environment, environmentsFor } from "./environments.ts";
import { environmentNotChosen } from "./exchange-codes.ts";
import type { ResourceSurvey } from "./survey.ts";

/**
 * Returns a function that finds the selected or default environment of an app. The function returns `undefined` if the app has no
 * environment, or several without a default.
 */
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

/** Whether a resource has a placeholder and several environments, none of which is selected. */
export function needsSelection({ placeholders, environments }: ResourceSurvey, selected: Environment | undefined): boolean {
  return placeholders.length > 0 && selected === undefined && environments.length > 1;
}

export function notChosen(environments: readonly Environment[]): Diagnostic {
  return diagnostic(environmentNotChosen, { names: environments.map(({ name }) => name) }, flagPlace("--env", ""));
}
