import { fieldAt, items, type Node, valueOrigin } from "../definition/node.ts";
import { findTree } from "../project/documents/documents.ts";
import type { Project } from "../project/project.ts";
import type { Json } from "../source/json/json.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import type { Origin } from "../source/tree.ts";
import { type ManagedField, managedFields, unmanagedFields } from "./managed-fields.ts";
import type { ManagedResource } from "./managed-resource.ts";
import { type ServerLocation, serverLocations } from "./server-locations.ts";
import { swaggerAddress } from "./swagger-address.ts";

/**
 * A location of the value of a managed field. A field may have several locations: the `url` of a toolset may be at each server of its
 * document.
 */
export interface FieldLocation {
  readonly field: ManagedField;
  /** The path of the field in the resource's entry in an environment. Array indices are numbers. */
  readonly path: readonly (string | number)[];
  readonly origin: Origin;
  /**
   * The value of the field. For Swagger 2.0, the value is the address that `host`, `basePath` and `schemes` form, or the placeholder if
   * `host` is the placeholder.
   */
  readonly value: Json;
  readonly server: ServerLocation | undefined;
}

/** The locations of managed fields in a resource and in its document, in the order of `managedFields`. */
export function fieldLocations(resource: ManagedResource, project: Project): FieldLocation[] {
  const own = managedFields.filter(({ resourceType }) => resourceType === resource.resourceType);
  // The address of a definition's own service may be in its document instead, as the address of a server.
  const isOwnAddress = ({ format, path: [member] }: ManagedField) => format === "server-url" && resource.definition?.member === member;
  return own.flatMap((field) => [
    ...nodesAt(resource.node, field.path).map(({ node, path }) => ({
      field,
      path,
      origin: valueOrigin(node),
      value: node.value,
      server: undefined,
    })),
    ...(isOwnAddress(field) ? documentLocations(resource, field, project) : []),
  ]);
}

/** The locations of fields whose value often differs by environment, although an environment cannot have a value for them. */
export function unmanagedLocations({ resourceType, node: root }: ManagedResource): Pick<FieldLocation, "path" | "origin" | "value">[] {
  return unmanagedFields
    .filter((field) => field.resourceType === resourceType)
    .flatMap((field) => nodesAt(root, field.path))
    .map(({ node, path }) => ({ path, origin: valueOrigin(node), value: node.value }));
}

/** The server addresses of the document, unless a `url` in the definition replaces them. */
function documentLocations({ document, node }: ManagedResource, field: ManagedField, project: Project): FieldLocation[] {
  if (document === undefined || fieldAt(node, field.path) !== undefined) return [];
  return serverLocations(document, (from, uri) => findTree(from, uri, project)).map((server) => {
    const isWhole = server.kind === "url" || isPlaceholder(server.value);
    const value = isWhole ? server.value : (swaggerAddress(document) ?? server.value);
    return { field, path: field.path, origin: server.origin, value, server };
  });
}

interface NodeAtPath {
  readonly node: Node;
  readonly path: readonly (string | number)[];
}

/** The nodes at a path of field names. `*` matches every item of an array. A path with an absent field has no nodes. */
function nodesAt(root: Node, path: readonly string[]): NodeAtPath[] {
  const first = path.indexOf("*");
  if (first === -1) {
    const node = fieldAt(root, path);
    return node === undefined ? [] : [{ node, path }];
  }
  const list = path.slice(0, first);
  const rest = path.slice(first + 1);
  return items(fieldAt(root, list)).flatMap((item, index) => {
    const found = rest.length === 0 ? [{ node: item, path: [] }] : nodesAt(item, rest);
    return found.map((each) => ({ node: each.node, path: [...list, index, ...each.path] }));
  });
}
