import { discoveryEntries } from "../../ir/discovery-entries.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { createIndex, type Index } from "../../runtime/discovery/create-index.ts";
import { firstSentence } from "../../runtime/discovery/fields.ts";
import { isArray } from "../../source/json.ts";
import { comparable } from "./equal-descriptions.ts";

const indexes = new WeakMap<Toolset, Index>();

/** The index of a toolset, which is made once for all rules. */
export function indexOf(toolset: Toolset): Index {
  const known = indexes.get(toolset) ?? createIndex(discoveryEntries(toolset));
  indexes.set(toolset, known);
  return known;
}

/** What a tool says of itself: its summary, or the first sentence of its description, and the names of its required parameters. */
export function ownWords({ title, description, input }: Tool): string {
  const { required } = input.json;
  return [title === "" ? firstSentence(description) : title, ...(isArray(required) ? required : [])].join(" ");
}

/** The places of the tools with a description of their own. The others are reported for having none. */
export function describedTools({ tools }: Toolset): number[] {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(comparable(tool), (counts.get(comparable(tool)) ?? 0) + 1);
  return tools.flatMap((tool, place) => (tool.documentation !== "" && counts.get(comparable(tool)) === 1 ? [place] : []));
}
