import type { Definition } from "../../definition/definition.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import { isBare } from "../../project/bare-document.ts";
import type { Config } from "../../project/config.ts";
import { documentTree } from "../../project/documents.ts";
import type { Project } from "../../project/project.ts";
import { originOfKey } from "../../source/tree.ts";
import { duplicateEntry, unknownSource, unusedSource } from "./codes.ts";

export interface KnownDefinitions {
  /** The definitions that compile. */
  readonly definitions: readonly Definition[];
  /** The names of all definitions, including rejected ones. */
  readonly names: ReadonlySet<string>;
  readonly project: Project;
}

/** Reports entries under `sources` that `pull` does not use. */
export function checkSources(
  { sources, tree }: Pick<Config, "sources" | "tree">,
  { definitions, names, project }: KnownDefinitions,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const isAlone = project.resources.some(({ tree }) => isBare(tree, project));
  for (const [name, { origin }] of sources) {
    if (origin === undefined) continue;
    const place = originOfKey(origin.tree, origin.path);
    // A toolset and a tool may have the same name. Both then use the entry.
    const own = definitions.filter(({ aliases }) => aliases.includes(name));
    const used = own.map(({ aliases }) => aliases.find((alias) => sources.has(alias)) ?? name);
    const reasons = own.map((definition) => reasonForNoFetch(definition, project));
    const [other] = used;
    const [why] = reasons;
    // An unknown name is not reported in two cases: a document that is compiled without a definition has no name that an entry could use,
    // and an extended configuration may have entries for toolsets of other projects.
    if (!names.has(name) && (isAlone || origin.tree !== tree)) continue;
    if (!names.has(name)) found.push(diagnostic(unknownSource, { toolset: name, near: nearest(name, names) }, place));
    else if (other !== undefined && !used.includes(name)) found.push(diagnostic(duplicateEntry, { name, used: other }, place));
    else if (why !== undefined && !reasons.includes(undefined)) found.push(diagnostic(unusedSource, { name, why }, place));
  }
  return found;
}

/** Why `pull` does not use the configured source of a definition; `undefined` if `pull` fetches the document from this source. */
function reasonForNoFetch(definition: Definition, project: Project): string | undefined {
  switch (definition.kind) {
    case "mcp":
      // `pull` itself adds the address of an MCP server under `sources`.
      return undefined;
    case "connector":
      return "the schemas come from the `connection`";
    case "client":
      return "client functions have no document";
    case "openapi": {
      const document = documentTree(definition, project);
      const isInside = document !== undefined && document.source.path === definition.node.tree.source.path;
      return isInside ? "the document is in the definition itself" : undefined;
    }
  }
}
