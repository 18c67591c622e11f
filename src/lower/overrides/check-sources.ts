import type { Definition } from "../../definition/definition.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Config } from "../../project/config/config.ts";
import { isBare } from "../../project/definitions/bare-document.ts";
import { documentTree } from "../../project/documents/documents.ts";
import type { Project } from "../../project/project.ts";
import { causeOfUnknown } from "../../project/scope.ts";
import { originOfKey } from "../../source/tree.ts";
import { duplicateEntry, unknownSource, unusedSource } from "./codes.ts";

export interface KnownDefinitions {
  /** The definitions that compile. */
  readonly definitions: readonly Definition[];
  /** The names of all definitions, including rejected ones. */
  readonly names: ReadonlySet<string>;
  readonly project: Project;
}

/** Reports entries under `sources` that neither `pull` nor a document uses. */
export function checkSources(
  config: Pick<Config, "sources" | "overlays" | "tree" | "definitions">,
  { definitions, names, project }: KnownDefinitions,
): Diagnostic[] {
  const { sources, overlays, tree } = config;
  const found: Diagnostic[] = [];
  const isAlone = project.resources.some(({ tree }) => isBare(tree, project));
  const entries = new Map([
    ...[...overlays].map(([name, [first]]) => [name, first?.origin] as const),
    ...[...sources].map(([name, { origin }]) => [name, origin] as const),
  ]);
  for (const [name, origin] of entries) {
    if (origin === undefined) continue;
    const place = originOfKey(origin.tree, origin.path.slice(0, 2));
    // A toolset and a tool may have the same name. Both then use the entry.
    const own = definitions.filter(({ aliases }) => aliases.includes(name));
    const used = own.map(({ aliases }) => aliases.find((alias) => entries.has(alias)) ?? name);
    const reasons = own.map((definition) => (overlays.has(name) ? reasonForNoOverlays(definition) : reasonForNoFetch(definition, project)));
    const [other] = used;
    const [why] = reasons;
    // An unknown name is not reported in two cases: a document that is compiled without a definition has no name that an entry could use,
    // and an extended configuration may have entries for toolsets of other projects.
    if (!names.has(name) && (isAlone || origin.tree !== tree)) continue;
    if (!names.has(name))
      found.push(diagnostic(unknownSource, { toolset: name, near: nearest(name, names) }, place, causeOfUnknown(names, config)));
    else if (other !== undefined && !used.includes(name)) found.push(diagnostic(duplicateEntry, { name, used: other }, place));
    else if (why !== undefined && !reasons.includes(undefined)) found.push(diagnostic(unusedSource, { name, why }, place));
  }
  return found;
}

/** Why overlays of a definition are not applied; `undefined` if they are. */
function reasonForNoOverlays({ kind }: Definition): string | undefined {
  return kind === "openapi" ? undefined : "only OpenAPI documents have overlays";
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
