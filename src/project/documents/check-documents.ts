import type { Definition } from "../../definition/definition.ts";
import type { Outcome } from "../../diagnostic/diagnostic.ts";
import { checkDocuments } from "../../document/openapi/check/check-documents.ts";
import type { OpenApiDocument } from "../../document/openapi/read/operation.ts";
import type { Tree } from "../../source/tree.ts";
import type { Project } from "../project.ts";
import { documentTree, findTree, withTrees } from "./documents.ts";

/** The checked OpenAPI documents by their trees. Several definitions may share a document. */
export type Documents = ReadonlyMap<Tree, OpenApiDocument>;

/**
 * Checks the documents of definitions. Each document is checked once, even if several definitions use it. The project is returned with its
 * repaired documents.
 */
export function checkDocumentsOf(definitions: readonly Definition[], project: Project): Outcome<Documents> & { readonly project: Project } {
  const trees = new Set(definitions.flatMap((definition) => documentTree(definition, project) ?? []));
  const { documents, repaired } = checkDocuments(trees, (from, uri) => findTree(from, uri, project));
  const valid = [...documents].flatMap(([tree, { value }]): [Tree, OpenApiDocument][] => (value === undefined ? [] : [[tree, value]]));
  return {
    project: withTrees(project, repaired),
    value: new Map(valid),
    diagnostics: [...documents.values()].flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The checked document of a definition; `undefined` if the definition has no valid document. */
export function documentIn(documents: Documents, definition: Definition, project: Project): OpenApiDocument | undefined {
  const tree = documentTree(definition, project);
  return tree && documents.get(tree);
}
