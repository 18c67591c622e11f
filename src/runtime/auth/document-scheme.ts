import { ownMember } from "../json.ts";
import { authorization, type CredentialLocation, type Scheme, type SchemeKind } from "./scheme.ts";

/**
 * Reads a Security Scheme Object (OpenAPI 3.2 §4.27 or Swagger 2.0). The compiler writes the names of its secrets in toolsetc.yaml into the
 * member `x-toolsetc-secrets`.
 */
export function documentScheme(name: string, authored: unknown, scopes: readonly string[]): Scheme {
  const references = ownMember(authored, "x-toolsetc-secrets");
  const configuredScopes = ownMember(references, "scopes");
  return {
    name,
    scopes: Array.isArray(configuredScopes) ? configuredScopes.filter((scope) => typeof scope === "string") : scopes,
    ...locationAndKind(authored, references),
  };
}

function locationAndKind(authored: unknown, references: unknown): Pick<Scheme, "location" | "kind"> {
  const type = stringIn(authored, "type") ?? "";
  const scheme = type === "http" ? (stringIn(authored, "scheme") ?? "bearer") : type;
  const key: SchemeKind = { kind: "key", references: [stringIn(references, "secret")] };
  switch (type) {
    case "apiKey": {
      const location = keyLocation(stringIn(authored, "in"), stringIn(authored, "name"));
      return location === undefined ? unknown : { location, kind: key };
    }
    case "basic":
    case "http":
      if (scheme.toLowerCase() === "basic") {
        const kind: SchemeKind = { kind: "basic", references: [stringIn(references, "username"), stringIn(references, "password")] };
        return { location: { ...authorization, prefix: "Basic " }, kind };
      }
      return { location: scheme.toLowerCase() === "bearer" ? authorization : { ...authorization, prefix: `${scheme} ` }, kind: key };
    case "oauth2":
      return { location: authorization, kind: clientKind(authored, references) ?? key };
    case "openIdConnect":
      return { location: authorization, kind: key };
    case "mutualTLS":
      return { location: { in: "connection" }, kind: { kind: "certificate", references: [] } };
    default:
      return unknown;
  }
}

const unknown = { location: { in: "connection" }, kind: { kind: "unknown", references: [] } } as const;

function keyLocation(where: string | undefined, name: string | undefined): CredentialLocation | undefined {
  if (name === undefined) return undefined;
  if (where === "header") return { in: "header", name, prefix: "" };
  return where === "query" || where === "cookie" ? { in: where, name } : undefined;
}

/** The OAuth client of a scheme; `undefined` if the flow requires a person to sign in, so that only the caller can provide a token. */
function clientKind(authored: unknown, references: unknown): SchemeKind | undefined {
  const flow = ownMember(ownMember(authored, "flows"), "clientCredentials");
  const clientId = stringIn(references, "clientId");
  // Swagger 2.0 calls the client credentials flow `application`.
  if (flow === undefined && stringIn(authored, "flow") !== "application" && clientId === undefined) return undefined;
  return {
    kind: "oauthClient",
    clientId: undefined,
    references: [stringIn(references, "clientSecret"), clientId],
    tokenUrl: stringIn(references, "tokenUrl") ?? stringIn(flow, "tokenUrl") ?? stringIn(authored, "tokenUrl"),
  };
}

function stringIn(object: unknown, name: string): string | undefined {
  const value = ownMember(object, name);
  return typeof value === "string" ? value : undefined;
}
