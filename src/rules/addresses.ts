import type { Definition } from "../definition/definition.ts";
import { entries, field } from "../definition/node.ts";
import { schemaField } from "../project/documents/documents.ts";
import { isArray, type Json, member } from "../source/json/json.ts";
import { parseUrl } from "../source/text/parse-url.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import { originOfValue, type Path, type Place, type Tree, valueAt } from "../source/tree.ts";
import type { RuleContext, VisitedAddress } from "./rule.ts";
import { eachString } from "./security/each-string.ts";

/**
 * The addresses that requests for a definition are sent to. They are in its own fields, such as a server or a token endpoint, in its entry
 * under `sources` of the configuration, and in its document: security schemes and the first server of the document, of each path and of
 * each operation. A `url` in the definition replaces the servers of the document. In the place of a placeholder, these are the addresses of
 * the environments.
 */
export function* addressesOf(definition: Definition, context: RuleContext): Iterable<VisitedAddress> {
  for (const each of writtenAddresses(definition, context)) if (!hasPlaceholder(each)) yield each;
  for (const { value, place } of context.environmentValuesOf(definition))
    if (isHttpAddress(value)) yield { ...address(value, place), isOfEnvironment: true };
}

/** The host of an OpenAPI 2.0 document may be a placeholder; its address then has a scheme. */
function hasPlaceholder({ written }: VisitedAddress): boolean {
  return isPlaceholder(written.replace(/^https?:\/\//, ""));
}

function* writtenAddresses(definition: Definition, { documentOf, project }: RuleContext): Iterable<VisitedAddress> {
  yield* fieldAddresses(definition);
  for (const name of definition.aliases) {
    const source = project.config.sources.get(name);
    if (source?.origin !== undefined) yield address(source.value, source.origin);
  }
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

/**
 * The addresses in the fields of a definition. A document inside the definition is skipped, because it also has addresses that no request
 * is sent to.
 */
function* fieldAddresses({ body, node }: Definition): Iterable<VisitedAddress> {
  const inner = schemaField(node);
  for (const [, { tree, path }] of entries(body)) if (path.at(-1) !== inner?.path.at(-1)) yield* addressesIn(tree, path);
}

/** The address of the first server of an object. Calls do not use the object's other servers. */
function* firstServer(tree: Tree, path: Path): Iterable<VisitedAddress> {
  const servers = member(valueAt(tree, path), "servers");
  const server = isArray(servers) ? servers[0] : undefined;
  const url = member(server, "url");
  if (typeof url === "string") yield address(url, originOfValue(tree, [...path, "servers", 0, "url"]), member(server, "variables"));
}

/** The address of an OpenAPI 2.0 document, which has a host and schemes. With several schemes, calls use HTTPS. */
function* swaggerAddress(tree: Tree): Iterable<VisitedAddress> {
  const host = valueAt(tree, ["host"]);
  if (typeof host !== "string") return;
  const schemes = valueAt(tree, ["schemes"]);
  const isPlain = isArray(schemes) && schemes.length > 0 && schemes.every((scheme) => scheme === "http");
  yield address(`${isPlain ? "http" : "https"}://${host}`, originOfValue(tree, ["host"]));
}

/** The strings below a path that are HTTP addresses. */
function* addressesIn(tree: Tree, from: Path): Iterable<VisitedAddress> {
  for (const { value, path } of eachString(tree, from, isHttpAddress)) yield address(value, originOfValue(tree, path));
}

function isHttpAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value);
}

function address(written: string, place: Place, variables?: Json): VisitedAddress {
  const filled = written.replaceAll(/\{([^{}]*)\}/g, (_found, name: string) => {
    const value = member(member(variables, name), "default");
    return typeof value === "string" ? value : "variable";
  });
  const url = /^https?:\/\//i.test(filled) ? parseUrl(filled) : undefined;
  return { written, url, place, isOfEnvironment: false };
}
