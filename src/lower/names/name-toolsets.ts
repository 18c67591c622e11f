import type { Definition } from "../../definition/definition.ts";
import { assignNames } from "../../source/text/assign-names.ts";
import { sanitizeName } from "../../source/text/sanitize-name.ts";
import { pointerOf } from "../../source/tree.ts";

/**
 * Assigns the names of toolsets and standalone tools. If a toolset and a tool have the same name, the tool gets a suffix, because
 * the toolset's name is used for a folder and as a prefix.
 */
export function nameToolsets(definitions: readonly Definition[]): Map<Definition, string> {
  const toolsets = definitions.filter(({ resource }) => resource === "toolset");
  const tools = definitions.filter(({ resource }) => resource === "tool");
  const ofToolsets = assignNames(toolsets.map(requestedNameOf));
  const ofTools = assignNames(tools.map(requestedNameOf), [...ofToolsets.values()]);
  return new Map(
    definitions.map((definition) => [definition, ofToolsets.get(idOf(definition)) ?? ofTools.get(idOf(definition)) ?? definition.name]),
  );
}

function requestedNameOf(definition: Definition): { readonly id: string; readonly name: string } {
  return { id: idOf(definition), name: sanitizeName(definition.name) };
}

function idOf({ node }: Definition): string {
  return `${node.tree.source.path}#${pointerOf(node.path)}`;
}
