import { isArray, isObject, type Json, member } from "../source/json.ts";
import { type Origin, originOfValue, type Path, type Tree, valueAt } from "../source/tree.ts";

/** A place of an OpenAPI document that says where its API is. */
export interface ServerSite {
  /** The value of `url`; of Swagger 2.0, that of `host`. */
  readonly origin: Origin;
  readonly value: Json;
  /** Only what is at the document's root can be managed: the environment has one `url` a toolset. */
  readonly level: "document" | "path" | "operation";
  readonly kind: "url" | "swagger";
}

/** All of them, the document's own first. */
export function serverSites(tree: Tree): ServerSite[] {
  const swagger = swaggerSites(tree);
  const own = listedServers(tree, [], "document");
  const paths = Object.entries(objectOf(member(tree.data, "paths"))).flatMap(([path, item]) => [
    ...listedServers(tree, ["paths", path], "path"),
    ...Object.keys(objectOf(item)).flatMap((method) => listedServers(tree, ["paths", path, method], "operation")),
  ]);
  return [...swagger, ...own, ...paths];
}

function listedServers(tree: Tree, path: Path, level: ServerSite["level"]): ServerSite[] {
  const servers = member(valueAt(tree, path), "servers");
  if (!isArray(servers)) return [];
  return servers.flatMap((server, index) => {
    const value = member(server, "url");
    return value === undefined
      ? []
      : [{ origin: originOfValue(tree, [...path, "servers", index, "url"]), value, level, kind: "url" as const }];
  });
}

function swaggerSites(tree: Tree): ServerSite[] {
  const host = member(tree.data, "swagger") === undefined ? undefined : member(tree.data, "host");
  return host === undefined ? [] : [{ origin: originOfValue(tree, ["host"]), value: host, level: "document", kind: "swagger" }];
}

function objectOf(value: Json | undefined): { readonly [key: string]: Json } {
  return isObject(value) ? value : {};
}
