import { plainData } from "../contract/plain-data.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { isObject, type Json, member, namedEntries } from "../source/json/json.ts";

/** A credential that the calls of a tool need, without its value. */
export interface NeededCredential {
  /** The key of the credential in the option `auth` of the run-time library. */
  readonly name: string;
  /** The kind of credential, in words. */
  readonly kind: string;
  /** Where an API key is sent, such as `the header "X-Key"`; empty for other credentials, which have a standard location. */
  readonly place: string;
  /** Whether the caller has to pass the credential. Google credentials come from the environment of the program instead. */
  readonly isGiven: boolean;
}

/** The alternative kinds of credentials for calls of a tool, in words and without values; empty if calls need no credentials. */
export function authKinds(tool: Tool, toolset: Toolset): string[] {
  const alternatives = neededCredentials(tool, toolset);
  return [...new Set(alternatives.map((together) => (together.length === 0 ? "none" : together.map(({ kind }) => kind).join(" and "))))];
}

/**
 * The alternative sets of credentials for a call of the tool; empty if calls need no credentials. A call needs all credentials of one set.
 */
export function neededCredentials(tool: Tool, { endpoint }: Toolset): readonly (readonly NeededCredential[])[] {
  const [body] = namedEntries(plainData(endpoint.definition)).map(([, each]) => each);
  const defined = member(body, "apiAuthentication");
  const own = isObject(defined) ? Object.entries(defined).flatMap(([name, config]) => definedCredential(name, config)) : [];
  if (own.length > 0) return own.map((each) => [each]);
  switch (tool.binding.transport) {
    case "http":
      return tool.binding.security.map((requirement) => requiredCredentials(requirement, endpoint));
    case "connector": {
      const kind = member(body, "authConfig") === undefined ? "the connection's own" : "the user's own sign-in";
      return [[{ name: "google", kind, place: "", isGiven: false }]];
    }
    case "mcp":
    case "client":
      return [];
  }
}

/** The credentials for the schemes that one security requirement of an operation names. */
function requiredCredentials(requirement: object, { securitySchemes }: Toolset["endpoint"]): NeededCredential[] {
  const schemes = plainData(securitySchemes);
  return Object.keys(requirement).map((name) => {
    const scheme = member(schemes, name);
    const place = member(scheme, "type") === "apiKey" ? keyPlace(String(member(scheme, "in")), member(scheme, "name")) : "";
    return { name, kind: schemeKind(scheme), place, isGiven: true };
  });
}

/** The credential that a field of `ApiAuthentication` (CES) configures; empty for an unknown field. */
function definedCredential(field: string, config: Json): NeededCredential[] {
  switch (field) {
    case "apiKeyConfig": {
      const location = member(config, "requestLocation");
      // proto3 JSON also accepts the number of an enum value.
      const isInQuery = location === "QUERY_STRING" || location === 2;
      return [
        { name: "apiKey", kind: "API key", place: keyPlace(isInQuery ? "query" : "header", member(config, "keyName")), isGiven: true },
      ];
    }
    case "oauthConfig":
      return [{ name: "oauth", kind: "OAuth 2.0", place: "", isGiven: true }];
    case "bearerTokenConfig":
      return [{ name: "bearerToken", kind: "bearer token", place: "", isGiven: true }];
    case "serviceAgentIdTokenAuthConfig":
      return [{ name: "serviceAgentIdToken", kind: "ID token of the service agent", place: "", isGiven: false }];
    case "serviceAccountAuthConfig":
      return [{ name: "serviceAccount", kind: "service account", place: "", isGiven: false }];
    default:
      return [];
  }
}

function keyPlace(where: string, name: Json | undefined): string {
  const known = typeof name === "string" && !name.includes("$env_var") ? ` "${name}"` : "";
  return `the ${where}${known}`;
}

/** The kind of credential of a security scheme (OpenAPI 3.2 §4.27), in words. */
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
