import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Overrides, ToolOverrides } from "../../project/config/config.ts";
import type { Origin } from "../../source/tree.ts";
import { duplicateEntry, unknownToolOverride, unusedOverride } from "./codes.ts";
import { matchAll, matcherOf, type Selectable } from "./match-selectors.ts";
import { checkSelectors, isSelector, overridesByTool } from "./tool-overrides.ts";

/** The operations that become tools, and their configuration. The sets and the map identify operations by `Selectable.key`. */
export interface Choice<T> {
  /** The operations to choose from. */
  readonly all: readonly T[];
  readonly chosen: readonly T[];
  readonly excluded: ReadonlySet<string>;
  readonly approval: { readonly required: ReadonlySet<string>; readonly never: ReadonlySet<string> };
  /** Operations that are loaded on demand. */
  readonly lazy: ReadonlySet<string>;
  readonly toolOverrides: ReadonlyMap<string, ToolOverrides>;
}

/**
 * Selects the operations that become tools: those that `include` matches, or all if it is empty, without those that `exclude` matches. Reports
 * selectors and entries under `tools` that match none of `all`, which includes invalid operations.
 */
export function chooseOperations<T extends Selectable>(
  all: readonly T[],
  overrides: Overrides | undefined,
  place: Origin,
): Outcome<Choice<T>> {
  const include = matchAll(all, overrides?.include ?? [], place);
  const exclude = matchAll(all, overrides?.exclude ?? [], place);
  const required = matchAll(all, overrides?.approval.required ?? [], place);
  const never = matchAll(all, overrides?.approval.never ?? [], place);
  const lazy = matchAll(all, overrides?.lazy ?? [], place);
  const includesAll = overrides === undefined || overrides.include.length === 0;
  const isChosen = ({ key }: T) => (includesAll || include.value.has(key)) && !exclude.value.has(key);
  const excluded = new Set(all.flatMap((each) => (isChosen(each) ? [] : [each.key])));
  const names = new Set(all.flatMap(({ id, key }) => [id, key]));
  const unknown = [...(overrides?.tools ?? [])].filter(([tool]) => !isSelector(tool) && !names.has(tool));
  return {
    value: {
      all,
      chosen: all.filter(isChosen),
      excluded,
      approval: { required: required.value, never: never.value },
      lazy: lazy.value,
      toolOverrides: overridesByTool(all, overrides),
    },
    diagnostics: [
      ...include.diagnostics,
      ...exclude.diagnostics,
      ...required.diagnostics,
      ...never.diagnostics,
      ...lazy.diagnostics,
      ...checkSelectors(all, overrides),
      ...withoutEffect(all, overrides, excluded),
      ...overriddenSelectors(all, overrides, required.value),
      ...unknown.map(([tool, { origin }]) => diagnostic(unknownToolOverride, { tool, near: nearest(tool, names) }, origin)),
    ],
  };
}

/** Reports entries under `tools` without effect: entries for excluded operations, and the second of two entries for one operation. */
function withoutEffect(all: readonly Selectable[], overrides: Overrides | undefined, excluded: ReadonlySet<string>): Diagnostic[] {
  if (overrides === undefined || overrides.tools.size === 0) return [];
  // If a flag selects the operations of this run, entries for excluded operations are not reported, because they have an effect in other
  // runs.
  const isLasting = [...overrides.include, ...overrides.exclude].every(({ origin }) => origin !== undefined && "path" in origin);
  return all.flatMap(({ id, key }) => {
    const [first, second] = [id, ...(key === id ? [] : [key])].filter((name) => overrides.tools.has(name));
    const entry = first === undefined ? undefined : overrides.tools.get(first);
    if (first === undefined || entry === undefined) return [];
    const other = second === undefined ? undefined : overrides.tools.get(second);
    const why = "`include` and `exclude` omit the operation";
    return [
      ...(excluded.has(key) && isLasting ? [diagnostic(unusedOverride, { name: first, why }, entry.origin, { tool: id })] : []),
      ...(second !== undefined && other !== undefined
        ? [diagnostic(duplicateEntry, { name: second, used: first }, other.origin, { tool: id })]
        : []),
    ];
  });
}

/** Reports selectors under `never` without effect: `required` takes precedence over `never`. */
function overriddenSelectors(all: readonly Selectable[], overrides: Overrides | undefined, required: ReadonlySet<string>): Diagnostic[] {
  if (overrides === undefined || required.size === 0) return [];
  return overrides.approval.never.flatMap(({ value, origin }) => {
    const matched = all.filter(matcherOf(value));
    const isOverridden = matched.length > 0 && matched.every(({ key }) => required.has(key));
    const why = "`approval.required` selects the same operations and takes precedence";
    return isOverridden && origin !== undefined ? [diagnostic(unusedOverride, { name: value, why }, origin)] : [];
  });
}
