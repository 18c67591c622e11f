import type { Call } from "../call.ts";
import { encodeUnreserved } from "../http/percent-encoding.ts";
import { ownMember } from "../json.ts";
import { part } from "../part.ts";
import type { CredentialKind, NamedValue, OtherSchemes, RequestHead } from "./found-credential.ts";
import { authorization, type CredentialLocation, type Scheme, type SchemeKind } from "./scheme.ts";
import { tokenKind } from "./token-kind.ts";

export const otherKinds: OtherSchemes = { read: locationAndKind, kindOf, add: addCredential };

function kindOf({ kind }: Scheme, call: Call<unknown>): CredentialKind {
  switch (kind.kind) {
    case "basic":
    case "oauthClient":
      return part(kind.kind, call);
    case "google": {
      const expected = `a function that returns a Google ${kind.token}, such as \`${kind.token === "ID token" ? "googleIdToken" : "googleAccessToken"}()\` of "@toolsetc/runtime/google"`;
      return { ...tokenKind, expected };
    }
    case "certificate": {
      const expected = '"certificate", with a `fetch` that presents a client certificate';
      return { ...tokenKind, expected, given: (_given, scheme) => ({ scheme, text: "" }) };
    }
    default: {
      const expected = "the document does not describe the scheme, so use the `authorize` hook instead";
      return { ...tokenKind, expected, given: () => undefined };
    }
  }
}

function addCredential({ in: location, name, value }: NamedValue, { address, headers }: RequestHead): void {
  if (location === "connection") return;
  // The others of the same name are removed, so that only one is sent.
  const others = (pairs: string, separator: string) =>
    pairs.split(separator).filter((pair) => pair !== "" && ![name, encodeUnreserved(name)].includes(pair.split("=", 1)[0] ?? ""));
  if (location === "cookie") headers.set("cookie", [...others(headers.get("cookie") ?? "", "; "), `${name}=${value}`].join("; "));
  else address.search = [...others(address.search.slice(1), "&"), `${encodeUnreserved(name)}=${encodeUnreserved(value)}`].join("&");
}

/** Where a scheme is sent, and what credential it requires. */
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
      return { location: { ...authorization, prefix: `${scheme} ` }, kind: key };
    case "oauth2":
      return { location: authorization, kind: clientKind(authored, references) };
    case "mutualTLS":
      return { location: connection, kind: { kind: "certificate", references: [] } };
    default:
      return unknown;
  }
}

const connection = { in: "connection", name: "", prefix: "" } as const;

const unknown = { location: connection, kind: { kind: "unknown", references: [] } } as const;

function keyLocation(where: string | undefined, name: string | undefined): CredentialLocation | undefined {
  if (name === undefined) return undefined;
  return where === "header" || where === "query" || where === "cookie" ? { in: where, name, prefix: "" } : undefined;
}

function clientKind(authored: unknown, references: unknown): SchemeKind {
  const flow = ownMember(ownMember(authored, "flows"), "clientCredentials");
  return {
    kind: "oauthClient",
    clientId: undefined,
    references: [stringIn(references, "clientSecret"), stringIn(references, "clientId")],
    tokenUrl: stringIn(references, "tokenUrl") ?? stringIn(flow, "tokenUrl") ?? stringIn(authored, "tokenUrl"),
  };
}

function stringIn(object: unknown, name: string): string | undefined {
  const value = ownMember(object, name);
  return typeof value === "string" ? value : undefined;
}
