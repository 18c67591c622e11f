import type { FindTree } from "../document/openapi/check/shapes/shape.ts";
import type { Located } from "../document/openapi/read/operation.ts";
import { readServers } from "../document/openapi/read/read-server.ts";
import { at, entriesOf } from "../document/openapi/read/reader.ts";
import { followReference } from "../document/openapi/read/references.ts";
import { type Json, member } from "../source/json/json.ts";
import { type Origin, originOfValue, type Tree } from "../source/tree.ts";

/** A location of a server address in an OpenAPI document. */
export interface ServerLocation {
  /** The origin of the value of `url` or, in Swagger 2.0, of the value of `host`. */
  readonly origin: Origin;
  readonly value: Json;
  /**
   * The object that has the `servers`. Only servers of the whole document can be managed, because an environment has one `url` for each
   * toolset.
   */
  readonly level: "document" | "path" | "operation";
  readonly kind: "url" | "swagger";
}

/** All server locations of a document, starting with those at its root. `find` returns the tree of the file that a `$ref` names. */
export function serverLocations(tree: Tree, find: FindTree): ServerLocation[] {
  const root: Located<Json> = { tree, path: [], value: tree.data ?? null };
  const items = pathItems(root, find);
  return [
    ...swaggerLocations(root),
    ...serversAt(root, "document"),
    ...items.flatMap((item) => [
      ...serversAt(item, "path"),
      ...operationsOf(item).flatMap((operation) => serversAt(operation, "operation")),
    ]),
  ];
}

/** The path items under `paths` and the path items that these refer to. Each path item occurs once. */
function pathItems(root: Located<Json>, find: FindTree): Located<Json>[] {
  const seen = new Map<Json, Located<Json>>();
  for (const [, item] of entriesOf(at(root, "paths"))) {
    let next: Located<Json> | undefined = item;
    while (next !== undefined && !seen.has(next.value)) {
      seen.set(next.value, next);
      next = followReference(next, find);
    }
  }
  return [...seen.values()];
}

/** Every member of a path item that may be an operation, and its additional operations (OpenAPI 3.2 §4.9). */
function operationsOf(item: Located<Json>): Located<Json>[] {
  return [...entriesOf(item), ...entriesOf(at(item, "additionalOperations"))].map(([, operation]) => operation);
}

function serversAt(parent: Located<Json>, level: ServerLocation["level"]): ServerLocation[] {
  return readServers(at(parent, "servers")).map(({ url, origin }) => ({ origin, value: url, level, kind: "url" }));
}

function swaggerLocations(root: Located<Json>): ServerLocation[] {
  const host = member(root.value, "swagger") === undefined ? undefined : at(root, "host");
  return host === undefined ? [] : [{ origin: originOfValue(host.tree, host.path), value: host.value, level: "document", kind: "swagger" }];
}
