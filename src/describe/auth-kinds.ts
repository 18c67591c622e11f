import { plainData } from "../contract/plain-data.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { isObject, type Json, member } from "../source/json.ts";

/** The ways in which the calls of a tool prove who calls, in words; never a value. Each is enough. Empty: none is needed. */
export function authKinds(tool: Tool, { connection }: Toolset): string[] {
  const [body] = Object.values(connection.definition).map((each) => plainData(each as object));
  const defined = member(body, "apiAuthentication");
  const own = isObject(defined) ? Object.keys(defined).flatMap((name) => definedKinds.get(name) ?? []) : [];
  if (own.length > 0) return own;
  if (tool.binding.transport === "connector")
    return [member(body, "authConfig") === undefined ? "the connection's own" : "the user's own sign-in"];
  if (tool.binding.transport !== "http") return [];
  const schemes = plainData(connection.securitySchemes);
  const alternatives = tool.binding.security.map((requirement) =>
    Object.keys(requirement).map((name) => schemeKind(member(schemes, name))),
  );
  return [...new Set(alternatives.map((together) => (together.length === 0 ? "none" : together.join(" and "))))];
}

/** By the fields of `ApiAuthentication`. */
const definedKinds: ReadonlyMap<string, string> = new Map([
  ["apiKeyConfig", "API key"],
  ["oauthConfig", "OAuth 2.0"],
  ["bearerTokenConfig", "bearer token"],
  ["serviceAgentIdTokenAuthConfig", "ID token of the service agent"],
  ["serviceAccountAuthConfig", "service account"],
]);

/** OpenAPI 3.2 §4.27. */
function schemeKind(scheme: Json | undefined): string {
  switch (member(scheme, "type")) {
    case "apiKey":
      return "API key";
    case "oauth2":
      return "OAuth 2.0";
    case "openIdConnect":
      return "OpenID Connect";
    case "mutualTLS":
      return "client certificate";
    case "basic":
      return "user name and password";
    case "http":
      return String(member(scheme, "scheme")).toLowerCase() === "basic" ? "user name and password" : "bearer token";
    default:
      return "a credential";
  }
}
