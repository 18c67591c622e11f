import { diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { pathFrom, stemOf } from "../project/files/paths.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import { lastSegment } from "../source/text/last-segment.ts";
import type { Tree } from "../source/tree.ts";
import { noSuchEnvironment } from "./codes.ts";

export interface Environment {
  readonly name: string;
  /** The path of the environment file, relative to the project's root. The file may be absent. */
  readonly path: string;
  /** The parsed file; `undefined` if the file is absent or cannot be parsed, which `load` reports. */
  readonly tree: Tree | undefined;
  /** The root folder of the app that the environment belongs to; `undefined` for an environment of the whole project. */
  readonly app: string | undefined;
}

/** The name of the environment file of an app, or of definitions outside of an app, if the configuration names no other file. */
export const defaultFileName = "environment.json";
export const defaultEnvironmentName = "default";

/** The selected environments in their configured order. If no environment is selected, all environments. */
export function chosenEnvironments(project: Project, chosen: string | undefined): Outcome<Environment[]> {
  const all = allEnvironments(project);
  const value = chosen === undefined ? all : chooseOne(project, all, chosen);
  if (value.length === 0 && chosen !== undefined) {
    const near = nearest(
      chosen,
      all.flatMap(({ name, path }) => [name, path]),
    );
    const found = diagnostic(
      noSuchEnvironment,
      { name: chosen, nearest: near, known: all.map(({ name }) => name) },
      flagPlace("--env", chosen),
    );
    // The values of an environment without a tree are unknown, so no value is reported as missing.
    return { value: [{ name: chosen, path: chosen, tree: undefined, app: undefined }], diagnostics: [found] };
  }
  return { value, diagnostics: [] };
}

/** The environments that apply to the resources of an app. */
export function environmentsFor(app: string | undefined, environments: readonly Environment[]): Environment[] {
  return environments.filter((environment) => environment.app === undefined || environment.app === app);
}

/** The name of the environment that is used if no environment is selected; `null` if there is no default. */
export function defaultEnvironment(project: Project, environments: readonly Environment[]): string | null {
  const configured = project.config.defaultEnvironment?.value;
  if (configured !== undefined && environments.some(({ name }) => name === configured)) return configured;
  return environments.length === 1 && environments[0] !== undefined ? environments[0].name : null;
}

/**
 * The configured environments, including those whose file is absent. If no environment is configured, the environments whose files were
 * found.
 */
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
  const name = lastSegment(path) === defaultFileName ? defaultEnvironmentName : stemOf(path);
  return [{ name, path, tree, app: undefined }];
}
