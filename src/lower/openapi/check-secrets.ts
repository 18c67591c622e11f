import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConfigValue } from "../../project/config/config.ts";
import { type JsonObject, member } from "../../source/json/json.ts";
import { originOfKey } from "../../source/tree.ts";
import { missingSecret, unusedSecret } from "./codes.ts";

/** Reports configured credentials that a security scheme does not use, and credentials that it needs and the configuration lacks. */
export function checkSecrets(name: string, scheme: JsonObject, { value, origin }: ConfigValue<JsonObject>): Diagnostic[] {
  if (origin === undefined) return [];
  const used = usedBy(scheme, value);
  const unused = Object.keys(value).filter((field) => !used.includes(field));
  const missing = missingFrom(value, scheme);
  return [
    ...unused.map((field) =>
      diagnostic(unusedSecret, { name: field, scheme: name, used }, originOfKey(origin.tree, [...origin.path, field])),
    ),
    ...(missing.length === 0 ? [] : [diagnostic(missingSecret, { scheme: name, names: missing }, origin)]),
  ];
}

/** The credentials that the run-time library uses for a Security Scheme Object of OpenAPI (3.2 §4.27) or of Swagger 2.0. */
function usedBy(scheme: JsonObject, given: JsonObject): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
      return ["secret"];
    case "openIdConnect":
      return ["secret", "scopes"];
    case "basic":
    case "http":
      return isBasic(scheme) ? ["username", "password"] : ["secret"];
    case "oauth2": {
      const isClient = member(scheme.flows, "clientCredentials") !== undefined || scheme.flow === "application";
      return isClient || given.clientId !== undefined ? ["clientId", "clientSecret", "tokenUrl", "scopes"] : ["secret", "scopes"];
    }
    default:
      return [];
  }
}

/**
 * The credentials that a scheme needs and the configuration lacks. Empty if the configuration has neither credential of the pair from
 * `neededFor`, because the program that uses the tools must then provide both.
 */
function missingFrom(given: JsonObject, scheme: JsonObject): readonly string[] {
  const { pair, further } = neededFor(scheme);
  return pair.some((field) => given[field] !== undefined) ? [...pair, ...further].filter((field) => given[field] === undefined) : [];
}

/** The credentials that the run-time library needs for a scheme: a pair, such as a user name and a password, and any further ones. */
function neededFor(scheme: JsonObject): { readonly pair: readonly string[]; readonly further: readonly string[] } {
  if (isBasic(scheme)) return { pair: ["username", "password"], further: [] };
  if (scheme.type !== "oauth2") return { pair: [], further: [] };
  // In OpenAPI 3, the token URL is in the flow, and in Swagger 2.0, it is in the scheme.
  const tokenUrl = member(member(scheme.flows, "clientCredentials"), "tokenUrl") ?? scheme.tokenUrl;
  return { pair: ["clientId", "clientSecret"], further: tokenUrl === undefined ? ["tokenUrl"] : [] };
}

/** Whether a scheme is HTTP Basic authentication, which has the type `http` in OpenAPI 3 and the type `basic` in Swagger 2.0. */
function isBasic({ type, scheme }: JsonObject): boolean {
  return type === "basic" || (type === "http" && String(scheme).toLowerCase() === "basic");
}
