import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Overrides, ParameterOverrides, ToolOverrides } from "../../project/config/config.ts";
import { globOf } from "../../source/text/glob.ts";
import { originOfKey } from "../../source/tree.ts";
import type { Draft } from "../draft.ts";
import { unknownParameterOverride, unmatchedSelector, unusedOverride } from "./codes.ts";
import { matcherOf, nearestSelector, type Selectable } from "./match-selectors.ts";

/**
 * The overrides of each tool by its key. The name of an entry of `tools` is the id of a tool, its `GET /path`, or a selector of several
 * tools. Entries with a selector apply in their order, then the tool's own entry. If several entries set one field, the last value takes
 * precedence.
 */
export function overridesByTool(all: readonly Selectable[], overrides: Overrides | undefined): ReadonlyMap<string, ToolOverrides> {
  const shared = selectorsIn(overrides).map(([selector, entry]) => ({ matches: matcherOf(selector), entry }));
  const found = all.flatMap((each): [string, ToolOverrides][] => {
    const own = overrides?.tools.get(each.id) ?? overrides?.tools.get(each.key);
    const entries = [...shared.filter(({ matches }) => matches(each)).map(({ entry }) => entry), ...(own === undefined ? [] : [own])];
    return entries.length === 0 ? [] : [[each.key, entries.reduce(mergeEntries)]];
  });
  return new Map(found);
}

/** Whether the name of an entry of `tools` is a selector. */
export function isSelector(name: string): boolean {
  return name.includes("*") || name.startsWith("tag:") || name.startsWith("method:");
}

function selectorsIn(overrides: Overrides | undefined): readonly (readonly [string, ToolOverrides])[] {
  return [...(overrides?.tools ?? [])].filter(([name]) => isSelector(name));
}

function mergeEntries(outer: ToolOverrides, inner: ToolOverrides): ToolOverrides {
  const parameters = new Map(outer.parameters);
  for (const [name, parameter] of inner.parameters) {
    const before = parameters.get(name);
    parameters.delete(name); // Inserted again at the end, because the last entry takes precedence.
    parameters.set(name, before === undefined ? parameter : mergeParameters(before, parameter));
  }
  return {
    origin: inner.origin,
    name: inner.name,
    title: inner.title ?? outer.title,
    description: inner.description ?? outer.description,
    annotations: inner.annotations ?? outer.annotations,
    metadata: inner.metadata ?? outer.metadata,
    lazy: inner.lazy ?? outer.lazy,
    parameters,
    pick: inner.pick.length > 0 ? inner.pick : outer.pick,
    maxBytes: inner.maxBytes ?? outer.maxBytes,
    pages: inner.pages ?? outer.pages,
    collect: inner.collect ?? outer.collect,
    wait: inner.wait ?? outer.wait,
  };
}

/** Fields of `inner` take precedence. */
function mergeParameters(outer: ParameterOverrides, inner: ParameterOverrides): ParameterOverrides {
  return {
    origin: inner.origin,
    value: inner.value ?? outer.value,
    description: inner.description ?? outer.description,
    hide: inner.hide ?? outer.hide,
  };
}

/**
 * Reports selectors that match no tool. Also reports entries with a selector that set a name, because two tools cannot have the same name.
 */
export function checkSelectors(all: readonly Selectable[], overrides: Overrides | undefined): Diagnostic[] {
  return selectorsIn(overrides).flatMap(([selector, { origin, name }]): Diagnostic[] => {
    if (!all.some(matcherOf(selector))) return [diagnostic(unmatchedSelector, { selector, near: nearestSelector(selector, all) }, origin)];
    if (name?.origin === undefined) return [];
    const why = "two tools cannot have the same name, and this entry applies to several tools";
    return [diagnostic(unusedOverride, { name: "name", why }, originOfKey(name.origin.tree, name.origin.path))];
  });
}

/** Reports the parameters that an entry of `tools` names and that no tool of this entry has. */
export function unknownParameters(drafts: readonly Draft[], overrides: Overrides | undefined): Diagnostic[] {
  return [...(overrides?.tools ?? [])].flatMap(([name, { parameters }]) => {
    if (parameters.size === 0) return [];
    const matches = isSelector(name) ? matcherOf(name) : ({ id, key }: Selectable) => id === name || key === name;
    const tools = drafts.filter((draft) => matches(selectableOf(draft)));
    const inputs = new Set(tools.flatMap((draft) => draft.inputs));
    const details = isSelector(name) ? {} : { tool: name };
    return [...parameters].flatMap(([parameter, { origin }]) =>
      tools.length === 0 || [...inputs].some(globOf(parameter))
        ? []
        : [diagnostic(unknownParameterOverride, { tool: name, name: parameter, near: nearest(parameter, inputs) }, origin, details)],
    );
  });
}

function selectableOf({ id, key, tags, binding }: Draft): Selectable {
  return { id, key, tags, method: binding.transport === "http" ? binding.method : undefined };
}

/** The overrides of one parameter, by its name or by patterns. If several entries set one field, the last value takes precedence. */
export function overridesOfParameter(
  overrides: ToolOverrides | undefined,
  isNamed: (pattern: string) => boolean,
): ParameterOverrides | undefined {
  const found = [...(overrides?.parameters ?? [])].filter(([pattern]) => isNamed(pattern)).map(([, entry]) => entry);
  return found.length === 0 ? undefined : found.reduce(mergeParameters);
}
