import { ownMember } from "../json.ts";
import { authorization, type ClientKind, type Kind, type Place, type Scheme } from "./scheme.ts";

/** A Security Scheme Object (OpenAPI 3.2 §4.27), or one of Swagger 2.0. What toolsetc.yaml says of its secrets stands beside it. */
export function documentScheme(name: string, authored: unknown, scopes: readonly string[]): Scheme {
  const references = ownMember(authored, "x-toolsetc-secrets");
  const askedScopes = ownMember(references, "scopes");
  return {
    name,
    scopes: Array.isArray(askedScopes) ? askedScopes.filter((scope) => typeof scope === "string") : scopes,
    ...placeAndKind(authored, references),
  };
}

function placeAndKind(authored: unknown, references: unknown): { readonly place: Place; readonly kind: Kind } {
  const key: Kind = { kind: "key", reference: textOf(references, "secret") };
  const basic: Kind = { kind: "basic", username: textOf(references, "username"), password: textOf(references, "password") };
  switch (textOf(authored, "type")) {
    case "apiKey": {
      const place = placeOfKey(textOf(authored, "in"), textOf(authored, "name"));
      return place === undefined ? unknown : { place, kind: key };
    }
    case "basic":
      return { place: { ...authorization, prefix: "Basic " }, kind: basic };
    case "http": {
      const scheme = textOf(authored, "scheme") ?? "bearer";
      if (scheme.toLowerCase() === "basic") return { place: { ...authorization, prefix: "Basic " }, kind: basic };
      const prefix = scheme.toLowerCase() === "bearer" ? "Bearer " : `${scheme} `;
      return { place: { ...authorization, prefix }, kind: key };
    }
    case "oauth2":
      return { place: authorization, kind: clientKind(authored, references) ?? key };
    case "openIdConnect":
      return { place: authorization, kind: key };
    case "mutualTLS":
      return { place: { in: "connection" }, kind: { kind: "certificate" } };
    default:
      return unknown;
  }
}

const unknown = { place: { in: "connection" }, kind: { kind: "unknown" } } as const;

function placeOfKey(where: string | undefined, name: string | undefined): Place | undefined {
  if (name === undefined) return undefined;
  if (where === "header") return { in: "header", name, prefix: "" };
  return where === "query" || where === "cookie" ? { in: where, name } : undefined;
}

/** `undefined`: a person has to sign in to get a token, so that only the caller can have one. */
function clientKind(authored: unknown, references: unknown): ClientKind | undefined {
  const flow = ownMember(ownMember(authored, "flows"), "clientCredentials");
  // Swagger 2.0 calls the flow by another name.
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
