import { type Diagnostic, diagnostic, type Outcome } from "../../../diagnostic/diagnostic.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import { wrongType } from "../../../diagnostic/structure.ts";
import { isObject, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import { otherFormat } from "../../../source/text/other-format.ts";
import { originOfKey, originOfValue, type Tree } from "../../../source/tree.ts";
import { notOpenapi, unsupportedOpenapiVersion } from "../codes.ts";
import { countOperations } from "../read/find-operations.ts";
import type { Located, OpenApiDocument, OpenApiVersion } from "../read/operation.ts";
import { readOperations, readSecurity } from "../read/read-operations.ts";
import { readAddress, readServers } from "../read/read-server.ts";
import { at, type DocumentReader, entriesOf, follow, itemsOf, stringOrEmpty } from "../read/reader.ts";
import { checkReferences } from "./check-references.ts";
import { checkTags } from "./check-tags.ts";
import { addFile, indexInvalidPaths, spreadInvalidPaths } from "./invalid-paths.ts";
import type { MisplacedReference, Repair } from "./repair.ts";
import { maxSearches } from "./schemas-around.ts";
import { openApi2 } from "./shapes/openapi-2.ts";
import { openApi3 } from "./shapes/openapi-3.ts";
import type { FindTree, ObjectShape, ValidationSession } from "./shapes/shape.ts";
import { maxComparisons } from "./suggest.ts";
import { walk } from "./walk.ts";

/** The result of checking a document. If repairs are needed, there is no value: the document must be checked again after the repairs. */
export interface CheckedOpenApi extends Outcome<OpenApiDocument | undefined> {
  readonly repairs: readonly Repair[];
  /** The trees that were checked: the document and the files that it refers to. */
  readonly files: ReadonlySet<Tree>;
}

/**
 * Checks an OpenAPI document of any version and reads its operations. `find` returns the tree of the file that a `$ref` refers to;
 * if it returns `undefined`, the stage that reads files has reported the reason.
 */
export function checkOpenApi(tree: Tree, find: FindTree, repaired?: readonly MisplacedReference[]): CheckedOpenApi {
  // The document could not be parsed. The parser reported the problem.
  if (tree.data === undefined) return { value: undefined, diagnostics: [], repairs: [], files: new Set() };
  if (!isObject(tree.data)) {
    const expected = "an object (OpenAPI Object)";
    return rejectDocument(
      diagnostic(wrongType, { expected, found: Array.isArray(tree.data) ? "an array" : "a scalar" }, originOfValue(tree, [])),
    );
  }
  const version = versionOf(tree.data);
  if (version === undefined) return rejectDocument(explainVersion(tree, tree.data));

  const gathered = {
    comparisons: { left: maxComparisons },
    searches: { left: maxSearches },
    diagnostics: [],
    invalidPaths: new Map(),
    files: new Set<Tree>(),
    references: [],
    repairs: [],
    deferredChecks: [],
    links: [],
  };
  const session: ValidationSession = { version, root: tree, find, isRepaired: repaired !== undefined, ...gathered };
  addFile(session, tree);
  const shape = documentShape(version);
  walk(tree.data, shape, { session, tree, path: [], need: "vital" });
  checkReferences(session, shape);
  if (repaired === undefined && session.repairs.length > 0)
    return { value: undefined, diagnostics: [], repairs: session.repairs, files: session.files };
  spreadInvalidPaths(session, repaired ?? []);
  for (const check of session.deferredChecks) check();
  return {
    value: readDocument({ tree, path: [], value: tree.data }, session),
    diagnostics: session.diagnostics,
    repairs: [],
    files: session.files,
  };
}

function rejectDocument(found: Diagnostic): CheckedOpenApi {
  return { value: undefined, diagnostics: [found], repairs: [], files: new Set() };
}

/**
 * The version of a document; `undefined` if the version is not supported. `3.1` is accepted like `3.1.0`, also as a number: YAML reads a
 * version without quotes as a number.
 */
function versionOf(document: JsonObject): OpenApiVersion | undefined {
  const { swagger, openapi } = document;
  if (openapi === undefined) return swagger === "2.0" || swagger === 2 ? "2.0" : undefined;
  if (openapi === 3) return "3.0";
  const written = typeof openapi === "number" ? String(openapi) : openapi;
  const found = typeof written === "string" ? /^(3\.[012])(?:\.\d+(?:-.+)?)?$/.exec(written)?.[1] : undefined;
  return found === "3.0" || found === "3.1" || found === "3.2" ? found : undefined;
}

function explainVersion(tree: Tree, document: JsonObject): Diagnostic {
  const name = ["openapi", "swagger"].find((each) => Object.hasOwn(document, each));
  if (name === undefined) {
    const other = otherFormat(tree.source.text);
    const near = other === undefined ? (nearest("openapi", Object.keys(document)) ?? nearest("swagger", Object.keys(document))) : undefined;
    return diagnostic(notOpenapi, { near, other }, near === undefined ? originOfValue(tree, []) : originOfKey(tree, [near]));
  }
  const version = JSON.stringify(member(document, name));
  return diagnostic(unsupportedOpenapiVersion, { version }, originOfValue(tree, [name]));
}

/** A cache: the shapes of an OpenAPI version are constant. */
const shapes = new Map<OpenApiVersion, ObjectShape>();

/** The shape of a document, by the version that it names; `undefined` if it names none that is supported. */
export function documentShapeOf(document: Json): ObjectShape | undefined {
  const version = isObject(document) ? versionOf(document) : undefined;
  return version && documentShape(version);
}

function documentShape(version: OpenApiVersion): ObjectShape {
  const known = shapes.get(version) ?? (version === "2.0" ? openApi2() : openApi3(version));
  shapes.set(version, known);
  return known;
}

function readDocument(root: Located, session: ValidationSession): OpenApiDocument {
  const { value: document } = root;
  const { version } = session;
  const reader: DocumentReader = {
    session,
    version,
    document,
    invalidPaths: indexInvalidPaths(session.invalidPaths),
    followed: new Map(),
    parameters: new Map(),
  };
  const { operations, refused, unreadable, callbackCount } = readOperations(root, reader);
  const webhooks = entriesOf(at(root, "webhooks"));
  const components = at(root, "components");
  const isSwagger = version === "2.0";
  const schemas = isSwagger ? at(root, "definitions") : components && at(components, "schemas");
  const schemes = isSwagger ? at(root, "securityDefinitions") : components && at(components, "securitySchemes");
  const info = member(document, "info");
  checkTags(root, session);
  return {
    tree: root.tree,
    version,
    dialect: version === "2.0" ? "openapi-2.0" : version === "3.0" ? "openapi-3.0" : "openapi-3.1",
    info: isObject(info) ? info : {},
    operations,
    refused,
    operationCount: operations.length + refused.length,
    webhookCount: webhooks.reduce((count, [, item]) => count + countOperations(item, reader), 0),
    callbackCount,
    tags: readTags(root, [...operations, ...refused]),
    servers: isSwagger ? readAddress(root, document.schemes) : readServers(at(root, "servers")),
    securitySchemes: new Map(entriesOf(schemes).flatMap(([name, place]) => readScheme(name, place, reader))),
    security: readSecurity(at(root, "security"), reader) ?? [],
    schemas: entriesOf(schemas).map(([name, { tree, path }]) => [name, { tree, path }] as const),
    invalidPaths: session.invalidPaths,
    files: session.files,
    unreadable,
  };
}

function readScheme(name: string, place: Located<OpenApiDocument["info"][string]>, reader: DocumentReader): [string, Located][] {
  const { target, places } = follow(place, reader);
  const isValid = target !== undefined && places.every(({ tree, path }) => reader.invalidPaths.touching(tree, path).length === 0);
  return isValid ? [[name, target]] : [];
}

function readTags(root: Located, operations: readonly { readonly tags: readonly string[] }[]): { name: string; description: string }[] {
  const tags = new Map<string, string>();
  for (const { value } of itemsOf(at(root, "tags"))) {
    const name = member(value, "name");
    if (typeof name === "string" && !tags.has(name)) tags.set(name, stringOrEmpty(member(value, "description")));
  }
  for (const each of operations) for (const name of each.tags) if (!tags.has(name)) tags.set(name, "");
  return Array.from(tags, ([name, description]) => ({ name, description }));
}
