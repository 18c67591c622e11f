import type { Definition } from "../definition/definition.ts";
import { valueOrigin } from "../definition/node.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Json } from "../source/json.ts";
import type { Place } from "../source/tree.ts";
import { chosenEnvironments, type Environment, environmentsFor, ownName } from "./environments.ts";
import { type FlagValue, flagValues } from "./flag-values.ts";
import { type Holder, holdersOf } from "./holder.ts";
import { fieldText, type ManagedField } from "./managed-fields.ts";
import { type Clash, type Entry, entryOf, nodeAt, type OverlayPath } from "./overlay.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Selection } from "./selection.ts";
import { type Site, sitesOf } from "./site.ts";
import { faultOf, type ValueFault } from "./value-format.ts";

/** A managed field that environments are to fill, and what each says. */
export interface Placeholder {
  readonly field: ManagedField;
  readonly path: OverlayPath;
  /** Where it stands; more than one where a document has several, which is at fault. */
  readonly sites: readonly Site[];
  readonly answers: readonly Answer[];
}

export type Answer =
  | { readonly environment: Environment; readonly state: "given"; readonly value: string; readonly place: Place }
  | { readonly environment: Environment; readonly state: "invalid"; readonly fault: ValueFault; readonly place: Place }
  /** `unread`: the file is absent or broken, which has been said. */
  | { readonly environment: Environment; readonly state: "missing" | "unread" };

/** A resource, what is managed in it, and what its environments say. */
export interface Surveyed {
  readonly holder: Holder;
  readonly sites: readonly Site[];
  readonly placeholders: readonly Placeholder[];
  readonly environments: readonly Environment[];
  readonly clashes: readonly { readonly environment: Environment; readonly clash: Clash }[];
}

export interface Survey {
  readonly surveyed: readonly Surveyed[];
  readonly environments: readonly Environment[];
  readonly flags: readonly FlagValue[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The path of an environment that has no file, only values by flag. */
const flagsOnly = "";

/** Puts placeholders and environments side by side; `resolve` says what is wrong with them, the matrix shows them, `import` writes them. */
export function survey(definitions: readonly Definition[], project: Project, selection: Selection): Survey {
  const holders = holdersOf(definitions, project);
  const chosen = chosenEnvironments(project, selection.environment);
  const flags = flagValues(selection.set, holders);
  // A value by flag needs an environment to be in.
  const isBare = chosen.value.length === 0 && flags.value.length > 0 && selection.environment === undefined;
  const environments = isBare ? [{ name: ownName, path: flagsOnly, tree: undefined, app: undefined }] : chosen.value;
  const surveyed = holders.map((holder) => surveyHolder(holder, environments, flags.value));
  // A value of what is not looked at now: all flags were checked against the whole project.
  const unknown = project.isPart ? [] : flags.diagnostics;
  return { surveyed, environments, flags: flags.value, diagnostics: [...chosen.diagnostics, ...unknown] };
}

function surveyHolder(holder: Holder, all: readonly Environment[], flags: readonly FlagValue[]): Surveyed {
  const sites = sitesOf(holder);
  const own = environmentsFor(holder.app, all);
  const entries = own.map((environment) => ({ environment, entry: entryOf(holder, environment) }));
  const unfilled = sites.filter(({ value }) => isPlaceholder(value));
  const firsts = unfilled.filter(({ path }, index) => unfilled.findIndex((site) => fieldText(site.path) === fieldText(path)) === index);
  const placeholders = firsts.map(({ field, path }) => {
    const together = unfilled.filter((site) => fieldText(site.path) === fieldText(path));
    const flag = flags.filter((each) => each.holder === holder && fieldText(each.path) === fieldText(path)).at(-1);
    const answers = entries.map(({ environment, entry }) => answerOf(environment, field, flag ?? answerNode(entry, path)));
    return { field, path, sites: together, answers };
  });
  const clashes = entries.flatMap(({ environment, entry }) =>
    entry !== undefined && "entries" in entry ? [{ environment, clash: entry }] : [],
  );
  return { holder, sites, placeholders, environments: own, clashes };
}

function answerNode(entry: Entry | Clash | undefined, path: OverlayPath): { value: Json; place: Place } | undefined {
  const holding = entry !== undefined && "entries" in entry ? entry.entries[0] : entry;
  const node = holding && nodeAt(holding.node, path);
  return node && { value: node.value, place: valueOrigin(node) };
}

function answerOf(
  environment: Environment,
  field: ManagedField,
  given: { readonly value: Json; readonly place: Place } | undefined,
): Answer {
  if (given === undefined)
    return { environment, state: environment.path !== flagsOnly && environment.tree?.data === undefined ? "unread" : "missing" };
  const { value, place } = given;
  const fault = faultOf(value, field.format);
  if (fault !== undefined) return { environment, state: "invalid", fault, place };
  // `faultOf` accepts nothing but strings.
  return { environment, state: "given", value: String(value), place };
}

/** The same, with what one environment says alone. */
export function inEnvironment(surveyed: Surveyed, environment: Environment | undefined): Surveyed {
  const isMeant = (each: { readonly environment: Environment }): boolean => each.environment === environment;
  const placeholders = surveyed.placeholders.map((each) => ({ ...each, answers: each.answers.filter(isMeant) }));
  return { ...surveyed, placeholders, clashes: surveyed.clashes.filter(isMeant) };
}
