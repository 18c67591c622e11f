import type { Outcome } from "../diagnostic/diagnostic.ts";
import { asFolder } from "../project/files/paths.ts";
import type { Project } from "../project/project.ts";
import type { Json } from "../source/json/json.ts";
import { chosenEnvironments, defaultFileName, environmentsFor } from "./environments.ts";
import type { ManagedResource } from "./managed-resource.ts";
import { notChosen, selectedEnvironment } from "./selected-environment.ts";

export interface WritableEnvironmentFile {
  readonly path: string;
  /** The content of the file; `undefined` if the file is absent. */
  readonly content: Json | undefined;
}

interface FileOptions {
  readonly environment: string | undefined;
  readonly environmentFile: string | undefined;
}

/**
 * Returns a function that finds the file for the values of a resource: the requested file, else the file of the selected or default
 * environment, else a new `environment.json` in the resource's app.
 */
export function environmentFileFor(
  project: Project,
  { environment, environmentFile }: FileOptions,
): Outcome<((resource: ManagedResource) => WritableEnvironmentFile) | undefined> {
  const contentAt = (path: string): WritableEnvironmentFile => ({ path, content: project.files.get(path)?.data });
  if (environmentFile !== undefined) {
    // If the file exists but was not loaded, its content would be lost when it is written.
    if (!project.files.has(environmentFile)) throw new Error(`${environmentFile} was not loaded`);
    return { value: () => contentAt(environmentFile), diagnostics: [] };
  }
  const { value: environments, diagnostics } = chosenEnvironments(project, environment);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const one = selectedEnvironment(project, environments);
  const needsSelection = [undefined, ...project.apps.map(({ root }) => root)].some(
    (app) => one(app) === undefined && environmentsFor(app, environments).length > 1,
  );
  if (needsSelection) return { value: undefined, diagnostics: [notChosen(environments)] };
  return { value: ({ app }) => contentAt(one(app)?.path ?? `${asFolder(app ?? "")}${defaultFileName}`), diagnostics };
}
