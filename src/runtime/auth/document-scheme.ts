import { ownMember } from "../json.ts";
import { authorization, type ClientKind, type CredentialLocation, type Scheme, type SchemeKind } from "./scheme.ts";

/** A Security Scheme Object (OpenAPI 3.2 §4.27), or one of Swagger 2.0. The secrets from toolsetc.yaml are in its `x-toolsetc-secrets`. */
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
  const key: SchemeKind = { kind: "key", reference: textOf(references, "secret") };
  const basic: SchemeKind = { kind: "basic", username: textOf(references, "username"), password: textOf(references, "password") };
  switch (textOf(authored, "type")) {
    case "apiKey": {
      const location = keyLocation(textOf(authored, "in"), textOf(authored, "name"));
      return location === undefined ? unknown : { location, kind: key };
    }
    case "basic":
      return { location: { ...authorization, prefix: "Basic " }, kind: basic };
    case "http": {
      const scheme = textOf(authored, "scheme") ?? "bearer";
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

/** `undefined`: the flow requires a person to sign in, so only the caller can provide a token. */
function clientKind(authored: unknown, references: unknown): ClientKind | undefined {
  const flow = ownMember(ownMember(authored, "flows"), "clientCredentials");
  // The name of the flow in Swagger 2.0.
  const isClient = flow !== undefined || textOf(authored, "flow") === "application";
  const clientId = textOf(references, "clientId");
  if (!isClient && clientId === undefined) return undefined;
  return {
    kind: "client",
    clientId: clientId === undefined ? undefined : { reference: clientId },
    clientSecret: textOf(references, "clientSecret"),
    tokenUrl: textOf(references, "tokenUrl") ?? textOf(flow, "tokenUrl") ?? textOf(authored, "tokenUrl"),
  };
}

function textOf(object: unknown, name: string): string | undefined {
  const value = ownMember(object, name);
  return typeof value === "string" ? value : undefined;
}
