import type { Overrides } from "../../project/config/config.ts";
import { matcherOf, type Selectable } from "./match-selectors.ts";

/** A change of the selectors of a toolset that is needed to choose an operation. */
export interface SelectorChange {
  readonly change: "add" | "remove";
  readonly key: "include" | "exclude";
  readonly selector: string;
}

/** Returns a function that finds the changes of `include` and `exclude` that choose an operation; none if it is chosen, as by `select`. */
export function createSelectorChanges(overrides: Overrides | undefined): (operation: Selectable) => readonly SelectorChange[] {
  if (overrides === undefined) return () => [];
  const included = overrides.include.map(({ value }) => matcherOf(value));
  const excluded = overrides.exclude.map(({ value }) => ({ selector: value, matches: matcherOf(value) }));
  return (operation) => {
    const isIncluded = included.length === 0 || included.some((matches) => matches(operation));
    const added: SelectorChange = { change: "add", key: "include", selector: selectorOf(operation) };
    return [
      ...(isIncluded ? [] : [added]),
      ...excluded.flatMap(({ selector, matches }): SelectorChange[] =>
        matches(operation) ? [{ change: "remove", key: "exclude", selector }] : [],
      ),
    ];
  };
}

/** The id of an operation or, if the id reads as another selector, such as `tag:orders`, its method and path. */
function selectorOf(operation: Selectable): string {
  return matcherOf(operation.id)(operation) ? operation.id : operation.key;
}
