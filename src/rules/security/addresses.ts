import type { Definition } from "../../definition/definition.ts";
import { field } from "../../definition/node.ts";
import { isArray, type Json, member } from "../../source/json.ts";
import { parseUrl } from "../../source/parse-url.ts";
import { originOfValue, type Path, type Place, type Tree, valueAt } from "../../source/tree.ts";
import type { RuleContext } from "../rule.ts";
import { eachText } from "./each-text.ts";

/** An address that requests are sent to, as it is written. */
export interface Address {
  readonly written: string;
  /** With the defaults of its variables; `undefined` if it is relative or no address over HTTP. */
  readonly url: URL | undefined;
  readonly place: Place;
}

/**
 * The addresses of a definition: those in its own fields, such as a server or a token endpoint, and those of its document that calls
 * use: the first server of the document, a path or an operation, unless the definition has a `url` of its own.
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
  const holders = new Map(
    operations.flatMap(({ node }) =>
      [node.path.slice(0, -1), node.path].map((path) => [`${node.tree.source.path} ${path.join("/")}`, { tree: node.tree, path }]),
    ),
  );
  for (const holder of holders.values()) yield* firstServer(holder.tree, holder.path);
}

/** Calls use the first server, so the others are only an offer. */
function* firstServer(tree: Tree, path: Path): Iterable<Address> {
  const servers = member(valueAt(tree, path), "servers");
  const server = isArray(servers) ? servers[0] : undefined;
  const url = member(server, "url");
  if (typeof url === "string") yield address(url, originOfValue(tree, [...path, "servers", 0, "url"]), member(server, "variables"));
}

/** OpenAPI 2.0 has a host and schemes; with several schemes, calls use HTTPS. */
function* swaggerAddress(tree: Tree): Iterable<Address> {
  const host = valueAt(tree, ["host"]);
  if (typeof host !== "string") return;
  const schemes = valueAt(tree, ["schemes"]);
  const isPlain = isArray(schemes) && schemes.length > 0 && schemes.every((scheme) => scheme === "http");
  yield address(`${isPlain ? "http" : "https"}://${host}`, originOfValue(tree, ["host"]));
}

/** The texts below a place that are an address over HTTP. */
function* addressesIn(tree: Tree, from: Path): Iterable<Address> {
  for (const { text, path } of eachText(tree, from)) if (/^https?:\/\/\S+$/i.test(text)) yield address(text, originOfValue(tree, path));
}

function address(written: string, place: Place, variables?: Json): Address {
  const filled = written.replaceAll(/\{([^{}]*)\}/g, (_found, name: string) => {
    const value = member(member(variables, name), "default");
    return typeof value === "string" ? value : "variable";
  });
  const url = /^https?:\/\//i.test(filled) ? parseUrl(filled) : undefined;
  return { written, url, place };
}
