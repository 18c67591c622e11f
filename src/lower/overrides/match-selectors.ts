import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Selector } from "../../project/config/config.ts";
import { globOf } from "../../source/text/glob.ts";
import type { Origin } from "../../source/tree.ts";
import { unmatchedSelector } from "./codes.ts";

/** An operation that selectors can match. Tools of other kinds than `openapi` have no method and path. */
export interface Selectable {
  /** The name in the document or definition, such as an operationId or the name of an MCP tool. */
  readonly id: string;
  /** `GET /pets/{id}`; equal to `id` for tools without a method and path. */
  readonly key: string;
  readonly method: string | undefined;
  readonly tags: readonly string[];
}

/**
 * The keys of the operations that any of the selectors matches. A selector that matches nothing is reported at its origin or, if it has none,
 * at `place`.
 */
export function matchAll(all: readonly Selectable[], selectors: readonly Selector[], place: Origin): Outcome<ReadonlySet<string>> {
  const matched = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const { value, origin } of selectors) {
    const matches = matcherOf(value);
    const found = all.filter(matches);
    for (const { key } of found) matched.add(key);
    if (found.length === 0)
      diagnostics.push(diagnostic(unmatchedSelector, { selector: value, near: nearestSelector(value, all) }, origin ?? place));
  }
  return { value: matched, diagnostics };
}

/** Parses a selector: `tag:issues`, `method:DELETE`, `GET /repos/*`, or an operation's id. `*` matches any characters. */
export function matcherOf(selector: string): (operation: Selectable) => boolean {
  if (selector.startsWith("tag:")) {
    const matches = globOf(selector.slice("tag:".length));
    return ({ tags }) => tags.some(matches);
  }
  if (selector.startsWith("method:")) {
    const requestedMethod = selector.slice("method:".length).toUpperCase();
    return ({ method }) => method === requestedMethod;
  }
  const matches = globOf(selector);
  return ({ id, key }) => matches(id) || matches(key);
}

/** The selector that was probably meant and matches an operation: the one of a tag, method or path of this name, or the most similar. */
export function nearestSelector(selector: string, all: readonly Selectable[]): string | undefined {
  const prefixed = /^(tag|method):(.*)$/s.exec(selector);
  if (prefixed?.[1] === "tag") return withPrefix("tag:", nearest(prefixed[2] ?? "", new Set(all.flatMap(({ tags }) => tags))));
  if (prefixed?.[1] === "method")
    return withPrefix("method:", nearest(prefixed[2] ?? "", new Set(all.flatMap(({ method }) => method ?? []))));
  const others = [`tag:${selector}`, `method:${selector}`, `* ${selector}`].find((other) => all.some(matcherOf(other)));
  return others ?? nearest(selector, selector.includes(" /") ? all.map(({ key }) => key) : all.map(({ id }) => id));
}

function withPrefix(prefix: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${prefix}${name}`;
}
