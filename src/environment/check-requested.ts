import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import { checkScope, type Scope } from "../project/scope.ts";
import { chosenEnvironments } from "./environments.ts";
import { flagValues } from "./flag-values.ts";
import { managedResources } from "./managed-resource.ts";
import type { Selection } from "./selection.ts";

/**
 * Reports flags that name an unknown environment, toolset or field. This check needs no documents, so it runs before documents are read.
 */
export function checkRequested(project: Project, { scope, environment, set }: Selection & { readonly scope: Scope }): Diagnostic[] {
  const resources = managedResources([], { ...project, resources: [...project.resources, ...project.elsewhere] });
  return [
    ...chosenEnvironments(project, environment).diagnostics,
    ...checkScope(scope, project),
    ...(set.size === 0 ? [] : flagValues(set, resources).diagnostics),
  ];
}
