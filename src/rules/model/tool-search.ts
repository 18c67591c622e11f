import { discoveryEntries } from "../../ir/discovery-entries.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { createIndex, type Index } from "../../runtime/discovery/create-index.ts";
import { firstSentence } from "../../runtime/discovery/sentence.ts";
import { itemsIn } from "../../source/json/json.ts";
import { comparable } from "./equal-descriptions.ts";

const indexes = new WeakMap<Toolset, Index>();

/** The search index of a toolset, which is created once for all rules. */
export function searchIndex(toolset: Toolset): Index {
  const known = indexes.get(toolset) ?? createIndex(discoveryEntries(toolset));
  indexes.set(toolset, known);
  return known;
}

/**
 * The query that should find a tool: its title or, if it has none, the first sentence of its description, followed by the names of its
 * required parameters.
 */
export function queryFor({ title, description, input }: Tool): string {
  const { required } = input.json;
  return [title === "" ? firstSentence(description) : title, ...itemsIn(required)].join(" ");
}

/**
 * The positions of the tools with a description that no other tool has. Other rules report tools without a description and tools with equal
 * descriptions.
 */
export function describedTools({ tools }: Toolset): number[] {
  const counts = new Map<string, number>();
  const keys = tools.map(comparable);
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return tools.flatMap((tool, index) => (tool.documentation !== "" && counts.get(keys[index] ?? "") === 1 ? [index] : []));
}
