import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConfigValue } from "../../project/config.ts";
import { type JsonObject, member } from "../../source/json.ts";
import { originOfKey } from "../../source/tree.ts";
import { unusedSecret } from "../codes.ts";

/** Reports configured credentials that the scheme does not use. */
export function unusedSecrets(name: string, scheme: JsonObject, { value, origin }: ConfigValue<JsonObject>): Diagnostic[] {
  if (origin === undefined) return [];
  const used = usedBy(scheme, value);
  return Object.keys(value)
    .filter((field) => !used.includes(field))
    .map((field) => diagnostic(unusedSecret, { name: field, scheme: name, used }, originOfKey(origin.tree, [...origin.path, field])));
}

/** The credentials that the run-time library uses for a Security Scheme Object (OpenAPI 3.2 §4.27) or one of Swagger 2.0. */
function usedBy(scheme: JsonObject, given: JsonObject): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
      return ["secret"];
    case "openIdConnect":
      return ["secret", "scopes"];
    case "basic":
      return ["username", "password"];
    case "http":
      return String(scheme.scheme).toLowerCase() === "basic" ? ["username", "password"] : ["secret"];
    case "oauth2": {
      const isClient = member(scheme.flows, "clientCredentials") !== undefined || scheme.flow === "application";
      return isClient || given.clientId !== undefined ? ["clientId", "clientSecret", "tokenUrl", "scopes"] : ["secret", "scopes"];
    }
    default:
      return [];
  }
}
