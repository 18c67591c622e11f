import { fieldAt, items, type Node, valueOrigin } from "../definition/node.ts";
import type { Json } from "../source/json.ts";
import type { Origin } from "../source/tree.ts";
import type { Holder } from "./holder.ts";
import { type ManagedField, managedFields } from "./managed-fields.ts";
import { isPlaceholder } from "./placeholder.ts";
import { type ServerSite, serverSites } from "./server-sites.ts";
import { swaggerAddress } from "./swagger-address.ts";

/** A place where the value of a managed field stands. A field may have several: a toolset's `url` stands in its document. */
export interface Site {
  readonly field: ManagedField;
  /** In the environment, from the resource down; list positions are numbers. */
  readonly path: readonly (string | number)[];
  readonly origin: Origin;
  /** Of Swagger 2.0, the whole address, unless `host` is the placeholder. */
  readonly value: Json;
  readonly server: ServerSite | undefined;
}

/** The sites of managed fields in a resource and in its document, in the table's order. */
export function sitesOf(holder: Holder): Site[] {
  const own = managedFields.filter(({ owner }) => owner === holder.owner);
  return own.flatMap((field) => [
    ...nodesAt(holder.node, field.path).map(({ node, path }) => ({
      field,
      path,
      origin: valueOrigin(node),
      value: node.value,
      server: undefined,
    })),
    ...(field.format === "server-url" && holder.definition?.member === field.path[0] ? documentSites(holder, field) : []),
  ]);
}

/** A `url` that the definition has itself is the address, and the document's servers are not looked at. */
function documentSites({ document, node }: Holder, field: ManagedField): Site[] {
  if (document === undefined || fieldAt(node, field.path) !== undefined) return [];
  return serverSites(document).map((server) => {
    const isWhole = server.kind === "url" || isPlaceholder(server.value);
    const value = isWhole ? server.value : (swaggerAddress(document) ?? server.value);
    return { field, path: field.path, origin: server.origin, value, server };
  });
}

interface Found {
  readonly node: Node;
  readonly path: readonly (string | number)[];
}

/** The nodes at a path of fields, all items of a list for `*`. A oneof's absent members simply are not there. */
function nodesAt(root: Node, path: readonly string[]): Found[] {
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
