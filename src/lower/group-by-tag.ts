import type { Group, Tool } from "../ir/ir.ts";
import type { Lowered } from "./draft.ts";

/** Creates a group for each tag. Tags that the document describes come first, in the document's order. */
export function groupByTag(tools: readonly Tool[], described: Lowered["tags"]): Group[] {
  const members = new Map<string, string[]>(described.map(({ name }) => [name, []]));
  for (const { name, tags } of tools) {
    for (const tag of new Set(tags)) {
      const group = members.get(tag);
      if (group === undefined) members.set(tag, [name]);
      else group.push(name);
    }
  }
  const descriptions = new Map(described.map(({ name, description }) => [name, description]));
  return [...members]
    .filter(([, names]) => names.length > 0)
    .map(([name, names]) => ({ name, description: descriptions.get(name) ?? "", tools: names }));
}
