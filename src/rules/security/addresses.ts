import type { Definition } from "../../definition/definition.ts";
import { field } from "../../definition/node.ts";
import { isArray, type Json, member } from "../../source/json.ts";
import { parseUrl } from "../../source/parse-url.ts";
import { originOfValue, type Path, type Place, type Tree, valueAt } from "../../source/tree.ts";
import type { RuleContext } from "../rule.ts";
import { eachString } from "./each-string.ts";

/** The address of a server that gets requests. */
export interface Address {
  /** As in the file, with its variables. */
  readonly written: string;
  /** With the defaults of its variables; `undefined` if the address is relative or not one of HTTP. */
  readonly url: URL | undefined;
  readonly place: Place;
}

/**
 * The addresses of a definition: those in its own fields, such as a server or a token endpoint, and those that calls take from its
 * document: the first server of the document, a path or an operation, unless the definition has a `url` of its own.
 */
export function* addressesOf(definition: Definition, { documentOf, project }: RuleContext): Iterable<Address> {
  yield* addressesIn(definition.body.tree, definition.body.path);
  const source = project.config.sources.get(definition.name);
  if (source?.origin !== undefined) yield address(source.value, source.origin);
  const document = documentOf(definition);
  if (document === undefined) return;
  const { tree, operations, securitySchemes } = document;
  for (const scheme of securitySchemes.values()) yield* addressesIn(scheme.tree, scheme.path);
  if (field(definition.body, "url") !== undefined) return;
  if (document.version === "2.0") {
    yield* swaggerAddress(tree);
    return;
  }
  yield* firstServer(tree, []);
  const objectsWithServers = new Map(
    operations.flatMap(({ node }) =>
      [node.path.slice(0, -1), node.path].map((path) => [`${node.tree.source.path} ${path.join("/")}`, { tree: node.tree, path }]),
    ),
  );
  for (const { tree, path } of objectsWithServers.values()) yield* firstServer(tree, path);
}

/** The address of the first server of an object. Calls do not use the others. */
function* firstServer(tree: Tree, path: Path): Iterable<Address> {
  const servers = member(valueAt(tree, path), "servers");
  const server = isArray(servers) ? servers[0] : undefined;
  const url = member(server, "url");
  if (typeof url === "string") yield address(url, originOfValue(tree, [...path, "servers", 0, "url"]), member(server, "variables"));
}

/** The address of an OpenAPI 2.0 document, which has a host and schemes. With several schemes, calls use HTTPS. */
function* swaggerAddress(tree: Tree): Iterable<Address> {
  const host = valueAt(tree, ["host"]);
  if (typeof host !== "string") return;
  const schemes = valueAt(tree, ["schemes"]);
  const isPlain = isArray(schemes) && schemes.length > 0 && schemes.every((scheme) => scheme === "http");
  yield address(`${isPlain ? "http" : "https"}://${host}`, originOfValue(tree, ["host"]));
}

/** The strings below a path that are addresses of HTTP. */
function* addressesIn(tree: Tree, from: Path): Iterable<Address> {
  for (const { value, path } of eachString(tree, from))
    if (/^https?:\/\/\S+$/i.test(value)) yield address(value, originOfValue(tree, path));
}

function address(written: string, place: Place, variables?: Json): Address {
  const filled = written.replaceAll(/\{([^{}]*)\}/g, (_found, name: string) => {
    const value = member(member(variables, name), "default");
    return typeof value === "string" ? value : "variable";
  });
  const url = /^https?:\/\//i.test(filled) ? parseUrl(filled) : undefined;
  return { written, url, place };
}
