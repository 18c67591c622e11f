import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Tree } from "../source/tree.ts";
import { duplicateDisplayName } from "./codes.ts";
import { nameField } from "./definition-names.ts";
import { type Node, stringValue, valueOrigin } from "./node.ts";

interface NamedNode {
  readonly resource: "toolset" | "tool";
  readonly app: string | undefined;
  readonly node: Node;
}

/**
 * Rejects resources whose display name is not unique among the toolsets of an app or among the tools of an app. A toolset and a tool may
 * have the same name.
 */
export function checkDisplayNames(resources: readonly NamedNode[]): {
  readonly refused: ReadonlySet<Tree>;
  readonly diagnostics: readonly Diagnostic[];
} {
  const firsts = new Map<string, Node>();
  const refused = new Set<Tree>();
  const diagnostics: Diagnostic[] = [];
  for (const { resource, app, node } of resources) {
    const named = nameField(node);
    const name = stringValue(named);
    if (named === undefined || name === undefined) continue;
    const key = JSON.stringify([resource, app ?? null, name]);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, named);
      continue;
    }
    refused.add(node.tree);
    const related = [{ message: `The first "${name}" is here.`, place: valueOrigin(first) }];
    diagnostics.push(diagnostic(duplicateDisplayName, { what: resource, name }, valueOrigin(named), { related }));
  }
  return { refused, diagnostics };
}
