import type { Definition } from "../definition/definition.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Edit } from "../source/edit.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { addressDoesNotFit, twoValuesForOnePlace } from "./codes.ts";
import { notChosen, oneFor } from "./environment-file.ts";
import { environmentsFor } from "./environments.ts";
import { type Holder, holderText } from "./holder.ts";
import { placeKey } from "./restore.ts";
import type { Selection } from "./selection.ts";
import type { Site } from "./site.ts";
import { inEnvironment, type Surveyed, survey } from "./survey.ts";
import { swaggerEdits } from "./swagger-address.ts";

/** Puts an environment's values where the placeholders stand. Resources that are at fault keep theirs. */
export function importEnvironment(definitions: readonly Definition[], project: Project, selection: Selection): Outcome<readonly Edit[]> {
  const all = survey(definitions, project, selection);
  const one = oneFor(project, all.environments);
  const isUnclear = all.surveyed.some(
    ({ holder, placeholders }) =>
      placeholders.length > 0 && one(holder.app) === undefined && environmentsFor(holder.app, all.environments).length > 1,
  );
  if (isUnclear) return { value: [], diagnostics: [...all.diagnostics, notChosen(all.environments)] };

  const diagnostics: Diagnostic[] = [...all.diagnostics];
  const fills: Fill[] = [];
  for (const surveyed of all.surveyed.map((each) => inEnvironment(each, one(each.holder.app)))) {
    const found = checkPlaceholders(surveyed);
    diagnostics.push(...found);
    if (!found.some(({ severity }) => severity === "error")) fills.push(...fillsOf(surveyed));
  }
  const { value, diagnostics: clashes } = editsOf(fills);
  return { value, diagnostics: [...diagnostics, ...clashes] };
}

/** A value and the place that it is for. */
interface Fill {
  readonly holder: Holder;
  readonly site: Site;
  readonly value: string;
}

function fillsOf({ holder, placeholders }: Surveyed): Fill[] {
  return placeholders.flatMap(({ sites, answers }) =>
    answers.flatMap((answer) => (answer.state === "given" ? sites.map((site) => ({ holder, site, value: answer.value })) : [])),
  );
}

/** One edit a place, and none where two toolsets share it and want different values. */
function editsOf(fills: readonly Fill[]): Outcome<readonly Edit[]> {
  const diagnostics: Diagnostic[] = [];
  const byPlace = new Map<string, Fill[]>();
  for (const fill of fills) {
    const key = placeKey(fill.site.origin);
    byPlace.set(key, [...(byPlace.get(key) ?? []), fill]);
  }
  const value = [...byPlace.values()].flatMap((together): readonly Edit[] => {
    const [first] = together;
    if (first === undefined) return [];
    const other = together.find((fill) => fill.value !== first.value);
    if (other !== undefined) {
      diagnostics.push(
        diagnostic(twoValuesForOnePlace, { first: holderText(first.holder), second: holderText(other.holder) }, first.site.origin),
      );
      return [];
    }
    if (first.site.server?.kind !== "swagger") return [{ origin: first.site.origin, value: first.value }];
    const edits = swaggerEdits(first.site.origin.tree, first.value);
    if (typeof edits !== "string") return edits;
    diagnostics.push(diagnostic(addressDoesNotFit, { holder: holderText(first.holder), reason: edits }, first.site.origin));
    return [];
  });
  return { value, diagnostics };
}
