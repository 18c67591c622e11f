import { isArray, isObject, type Json, member } from "../source/json.ts";
import { type Origin, originOfValue, type Path, type Tree, valueAt } from "../source/tree.ts";

/** A location of a server address in an OpenAPI document. */
export interface ServerLocation {
  /** The value of `url`; of Swagger 2.0, that of `host`. */
  readonly origin: Origin;
  readonly value: Json;
  /** Only servers at the document's root can be managed: an environment has one `url` for each toolset. */
  readonly level: "document" | "path" | "operation";
  readonly kind: "url" | "swagger";
}

/** All server locations, those of the document's root first. */
export function serverLocations(tree: Tree): ServerLocation[] {
  const swagger = swaggerLocations(tree);
  const own = listedServers(tree, [], "document");
  const paths = Object.entries(objectOf(member(tree.data, "paths"))).flatMap(([path, item]) => [
    ...listedServers(tree, ["paths", path], "path"),
    ...Object.keys(objectOf(item)).flatMap((method) => listedServers(tree, ["paths", path, method], "operation")),
  ]);
  return [...swagger, ...own, ...paths];
}

function listedServers(tree: Tree, path: Path, level: ServerLocation["level"]): ServerLocation[] {
  const servers = member(valueAt(tree, path), "servers");
  if (!isArray(servers)) return [];
  return servers.flatMap((server, index) => {
    const value = member(server, "url");
    return value === undefined
      ? []
      : [{ origin: originOfValue(tree, [...path, "servers", index, "url"]), value, level, kind: "url" as const }];
  });
}

function swaggerLocations(tree: Tree): ServerLocation[] {
  const host = member(tree.data, "swagger") === undefined ? undefined : member(tree.data, "host");
  return host === undefined ? [] : [{ origin: originOfValue(tree, ["host"]), value: host, level: "document", kind: "swagger" }];
}

function objectOf(value: Json | undefined): { readonly [key: string]: Json } {
  return isObject(value) ? value : {};
}
