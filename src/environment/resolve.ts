import type { Definition } from "../definition/definition.ts";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { JsonObject } from "../source/json.ts";
import { checkEntries } from "./check-entries.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { defaultEnvironment, type Environment } from "./environments.ts";
import { overlayOf } from "./overlay.ts";
import type { Resolved } from "./resolved.ts";
import type { Selection } from "./selection.ts";
import { type Surveyed, survey } from "./survey.ts";

/**
 * What each environment says of each definition's placeholders. A definition that is at fault in any environment is left out:
 * one build holds them all, and a tool that works in all but one is found out in production.
 */
export function resolve(definitions: readonly Definition[], project: Project, selection: Selection): Outcome<Resolved[]> {
  const { surveyed, environments, flags, diagnostics } = survey(definitions, project, selection);
  const checked = surveyed.map((each) => ({ each, found: checkPlaceholders(each) }));
  const value = checked.flatMap(({ each, found }) => {
    const { definition } = each.holder;
    if (definition === undefined || found.some(isError) || isUnread(each)) return [];
    return [{ definition, environments: overlays(each), defaultEnvironment: defaultEnvironment(project, each.environments) }];
  });
  return { value, diagnostics: [...diagnostics, ...checked.flatMap(({ found }) => found), ...checkEntries(surveyed, environments, flags)] };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** What an environment says cannot be known, and `load` has said why. */
function isUnread({ placeholders }: Surveyed): boolean {
  return placeholders.some(({ answers }) => answers.some(({ state }) => state === "unread"));
}

function overlays({ placeholders, environments }: Surveyed): ReadonlyMap<string, JsonObject> {
  if (placeholders.length === 0) return new Map();
  return new Map(environments.map((environment) => [environment.name, overlayIn(placeholders, environment)]));
}

function overlayIn(placeholders: Surveyed["placeholders"], environment: Environment): JsonObject {
  const values = placeholders.flatMap(({ path, answers }) =>
    answers.flatMap((answer) => (answer.state === "given" && answer.environment === environment ? [[path, answer.value] as const] : [])),
  );
  return overlayOf(values);
}
