import { resourceNames } from "../../definition/definition-names.ts";
import { nodeAt } from "../../definition/node.ts";
import type { Account, ProgramSummary, ToolsetSummary } from "../../ir/ir.ts";
import type { Project } from "../../project/project.ts";
import { assignNames } from "../../source/text/assign-names.ts";
import { sanitizeName } from "../../source/text/sanitize-name.ts";
import { originOfValue, pointerOf } from "../../source/tree.ts";

/**
 * Summaries of the toolsets of the project that were not loaded. Only their names are known: they have no tools. `loaded` has all other
 * toolsets.
 */
export function toolsetsElsewhere({ elsewhere }: Pick<Project, "elsewhere">, { toolsets: loaded }: ProgramSummary): ToolsetSummary[] {
  const resources = elsewhere.filter(({ resource }) => resource === "toolset");
  const requests = resources.map(({ tree, path, fallbackName }) => {
    const [displayName = fallbackName] = resourceNames(nodeAt({ tree, path }), fallbackName);
    return {
      id: `${tree.source.path}#${pointerOf(path)}`,
      name: sanitizeName(displayName),
      displayName,
      origin: originOfValue(tree, path),
    };
  });
  const names = assignNames(
    requests,
    loaded.map(({ name }) => name),
  );
  return requests.map(({ id, name, displayName, origin }) => ({
    resource: "toolset",
    name: names.get(id) ?? name,
    displayName,
    description: "",
    account: unknownAccount,
    // No file about several toolsets depends on it.
    endpoint: { kind: "client" },
    tools: [],
    origin,
  }));
}

const unknownAccount: Account = {
  operations: 0,
  tools: 0,
  excluded: 0,
  failed: 0,
  renamed: 0,
  renamedInputs: [],
  webhooks: 0,
  callbacks: 0,
  unknownFields: [],
  uncompiledFields: [],
};
