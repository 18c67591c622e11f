import type { Definition } from "../../definition/definition.ts";
import { field } from "../../definition/node.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../../document/openapi/read/operation.ts";
import { followSchemaReference } from "../../document/openapi/read/references.ts";
import { findTree } from "../../project/documents/documents.ts";
import type { Project } from "../../project/project.ts";
import { uncheckedSchema } from "../../schema/codes.ts";
import type { SchemaPlace } from "../../schema/convert/converted.ts";
import { createReasoning, type Reasoning } from "../../schema/reason/reasoning.ts";
import { createSchemaLibrary, type SchemaLibrary } from "../../schema/schema-library.ts";
import { originOfValue, type Tree } from "../../source/tree.ts";
import { createRootSchemas } from "./root-schemas.ts";
import type { CreateSchemaSource } from "./schema-source.ts";

/** The schema libraries of all toolsets. Toolsets that use the same document share its library. */
export interface Libraries {
  readonly ofDocument: (document: OpenApiDocument, definition: Definition) => SchemaLibrary;
  /** Creates the libraries of a definition whose schemas are separate documents. */
  readonly ofRoots: CreateSchemaSource;
  /** The diagnostics of all schemas that were converted. */
  readonly diagnostics: () => Diagnostic[];
}

export function createLibraries(project: Project): Libraries {
  const ofDocuments = new Map<OpenApiDocument, Map<string, SchemaLibrary>>();
  const all: Pick<SchemaLibrary, "diagnostics">[] = [];
  const reasonings: Reasoning[] = [];
  const find = (from: Tree, uri: string) => findTree(from, uri, project);

  function ofDocument(document: OpenApiDocument, { body }: Definition): SchemaLibrary {
    const outputs = field(body, "ignoreUnknownFields")?.value === false ? "as-written" : "opened";
    const made = ofDocuments.get(document) ?? new Map<string, SchemaLibrary>();
    ofDocuments.set(document, made);
    const known = made.get(outputs);
    if (known !== undefined) return known;
    const { dialect, invalidPaths, schemas } = document;
    const named = schemas.map(([key, place]) => ({ key, place }));
    const reasoning = createReasoning();
    const follow = (place: SchemaPlace) => followSchemaReference(place, find);
    const library = createSchemaLibrary({ dialect, named, invalidPaths, reasoning, outputs, follow });
    all.push(library);
    reasonings.push(reasoning);
    made.set(outputs, library);
    return library;
  }

  const ofRoots: CreateSchemaSource = (roots) => {
    const { source, libraries } = createRootSchemas(roots);
    all.push(...libraries);
    reasonings.push(source.reasoning);
    return source;
  };

  return {
    ofDocument,
    ofRoots,
    diagnostics: () => [...all.flatMap((library) => library.diagnostics()), ...reasonings.flatMap(openQuestions)],
  };
}

/** One diagnostic about all questions that remained open, at the first of them. */
function openQuestions(reasoning: Reasoning): Diagnostic[] {
  const all = reasoning.openQuestions();
  const [first] = all;
  if (first === undefined) return [];
  const { tree, path } = first.place;
  return [diagnostic(uncheckedSchema, { question: first.question, count: all.length }, originOfValue(tree, path))];
}
