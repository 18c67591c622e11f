import { ownMember } from "../json.ts";
import { authorization, type ClientKind, type CredentialLocation, type Scheme, type SchemeKind } from "./scheme.ts";

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

function locationAndKind(authored: unknown, references: unknown): { readonly location: CredentialLocation; readonly kind: SchemeKind } {
  const key: SchemeKind = { kind: "key", reference: stringIn(references, "secret") };
  const basic: SchemeKind = { kind: "basic", username: stringIn(references, "username"), password: stringIn(references, "password") };
  switch (stringIn(authored, "type")) {
    case "apiKey": {
      const location = keyLocation(stringIn(authored, "in"), stringIn(authored, "name"));
      return location === undefined ? unknown : { location, kind: key };
    }
    case "basic":
      return { location: { ...authorization, prefix: "Basic " }, kind: basic };
    case "http": {
      const scheme = stringIn(authored, "scheme") ?? "bearer";
      if (scheme.toLowerCase() === "basic") return { location: { ...authorization, prefix: "Basic " }, kind: basic };
      const prefix = scheme.toLowerCase() === "bearer" ? "Bearer " : `${scheme} `;
      return { location: { ...authorization, prefix }, kind: key };
    }
    case "oauth2":
      return { location: authorization, kind: clientKind(authored, references) ?? key };
    case "openIdConnect":
      return { location: authorization, kind: key };
    case "mutualTLS":
      return { location: { in: "connection" }, kind: { kind: "certificate" } };
    default:
      return unknown;
  }
}

const unknown = { location: { in: "connection" }, kind: { kind: "unknown" } } as const;

function keyLocation(where: string | undefined, name: string | undefined): CredentialLocation | undefined {
  if (name === undefined) return undefined;
  if (where === "header") return { in: "header", name, prefix: "" };
  return where === "query" || where === "cookie" ? { in: where, name } : undefined;
}

/** The OAuth client of a scheme; `undefined` if the flow requires a person to sign in, so that only the caller can provide a token. */
function clientKind(authored: unknown, references: unknown): ClientKind | undefined {
  const flow = ownMember(ownMember(authored, "flows"), "clientCredentials");
  // Swagger 2.0 calls the client credentials flow `application`.
  const isClient = flow !== undefined || stringIn(authored, "flow") === "application";
  const clientId = stringIn(references, "clientId");
  if (!isClient && clientId === undefined) return undefined;
  return {
    kind: "client",
    clientId: clientId === undefined ? undefined : { reference: clientId },
    clientSecret: stringIn(references, "clientSecret"),
    tokenUrl: stringIn(references, "tokenUrl") ?? stringIn(flow, "tokenUrl") ?? stringIn(authored, "tokenUrl"),
  };
}

function stringIn(object: unknown, name: string): string | undefined {
  const value = ownMember(object, name);
  return typeof value === "string" ? value : undefined;
}
