import { diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { pathFrom, stemOf } from "../project/paths.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import type { Tree } from "../source/tree.ts";
import { noSuchEnvironment } from "./codes.ts";

export interface Environment {
  readonly name: string;
  /** From the project's root. The file need not be there. */
  readonly path: string;
  /** `undefined` where it is absent or cannot be read, which `load` has said. */
  readonly tree: Tree | undefined;
  /** The one app that it is for; `undefined` for the whole project. */
  readonly app: string | undefined;
}

/** The file in an app, and beside loose definitions, where nothing else is configured. */
export const ownFile = "environment.json";
export const ownName = "default";

/** The environments to check, in the order in which they are configured. */
export function chosenEnvironments(project: Project, chosen: string | undefined): Outcome<Environment[]> {
  const all = allEnvironments(project);
  const value = chosen === undefined ? all : chooseOne(project, all, chosen);
  if (value.length === 0 && chosen !== undefined) {
    const near = nearest(
      chosen,
      all.flatMap(({ name, path }) => [name, path]),
    );
    const found = diagnostic(noSuchEnvironment, { name: chosen, nearest: near }, flagPlace("--env", chosen));
    // What it would have said is not known, which is no fault of the placeholders.
    return { value: [{ name: chosen, path: chosen, tree: undefined, app: undefined }], diagnostics: [found] };
  }
  return { value, diagnostics: [] };
}

/** Those that say something about a resource of an app. */
export function environmentsFor(app: string | undefined, environments: readonly Environment[]): Environment[] {
  return environments.filter((environment) => environment.app === undefined || environment.app === app);
}

/** The environment that is taken where none is chosen. */
export function defaultEnvironment(project: Project, environments: readonly Environment[]): string | null {
  const configured = project.config.defaultEnvironment?.value;
  if (configured !== undefined && environments.some(({ name }) => name === configured)) return configured;
  return environments.length === 1 && environments[0] !== undefined ? environments[0].name : null;
}

/** What a configuration lists, though a file may be absent; without one, those that were found. */
function allEnvironments({ config, environments, base }: Project): Environment[] {
  const found = environments.map(({ name, app, tree }) => ({ name, path: tree.source.path, tree, app }));
  if (config.environments.size === 0) return found;
  return [...config.environments].map(([name, { value }]) => {
    const read = found.find((environment) => environment.name === name);
    return read ?? { name, path: pathFrom(base, value) ?? value, tree: undefined, app: undefined };
  });
}

function chooseOne({ files }: Project, all: readonly Environment[], chosen: string): Environment[] {
  const named = all.filter(({ name }) => name === chosen);
  if (named.length > 0) return named;
  const path = chosen.replace(/^\.\//, "");
  const listed = all.filter((environment) => environment.path === path);
  if (listed.length > 0) return listed;
  const tree = files.get(path);
  if (tree === undefined) return [];
  const name = path.endsWith(ownFile) ? ownName : stemOf(path);
  return [{ name, path, tree, app: undefined }];
}
