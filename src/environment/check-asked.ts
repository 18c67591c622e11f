import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import { checkScope, type Scope } from "../project/scope.ts";
import { chosenEnvironments } from "./environments.ts";
import { flagValues } from "./flag-values.ts";
import { holdersOf } from "./holder.ts";
import type { Selection } from "./selection.ts";

/** What flags ask for that the project does not have: an environment, a toolset, a value of something. Only its definitions have to be known. */
export function checkAsked(project: Project, { scope, environment, set }: Selection & { readonly scope: Scope }): Diagnostic[] {
  const holders = holdersOf([], { ...project, resources: [...project.resources, ...project.elsewhere] });
  return [
    ...chosenEnvironments(project, environment).diagnostics,
    ...checkScope(scope, project),
    ...(set.size === 0 ? [] : flagValues(set, holders).diagnostics),
  ];
}
