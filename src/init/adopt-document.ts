import { bareDocumentName } from "../project/definitions/bare-document.ts";
import { parseTree } from "../source/parse-tree.ts";
import type { File } from "../targets/target.ts";
import { countTags, type TagCounts } from "./count-tags.ts";
import { newOpenApiDefinition } from "./new-files.ts";

/** A new definition for an OpenAPI document that is a file of the project. The definition refers to the file, which is not copied. */
export interface AdoptedDocument {
  readonly name: string;
  readonly definition: File;
  readonly counts: TagCounts;
}

/** Creates a definition for an OpenAPI document. Without `name`, the toolset gets the name that `compile --openapi` would give it. */
export function adoptDocument(document: { path: string; text: string }, name: string | undefined, folder: string): AdoptedDocument {
  const tree = parseTree(document);
  const chosen = name ?? bareDocumentName(document.path, tree);
  return { name: chosen, definition: newOpenApiDefinition(chosen, document.path, folder), counts: countTags(tree.data) };
}
