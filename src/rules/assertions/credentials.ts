import type { Definition } from "../../definition/definition.ts";
import { camelCase, entries, field, keyOrigin, type Node, stringValue } from "../../definition/node.ts";
import type { OpenApiDocument } from "../../document/openapi/read/operation.ts";
import type { Toolset } from "../../ir/ir.ts";
import { isArray, type Json, member } from "../../source/json/json.ts";
import { originOfKey, type Place } from "../../source/tree.ts";

/** A credential that the calls of a toolset need, without its value. */
export interface AssertedCredential {
  readonly name: string;
  readonly type: string;
  /** Where an API key is sent; `undefined` for other credentials. */
  readonly in: string | undefined;
  readonly scopes: readonly string[];
  readonly place: Place;
}

/** The credentials of a definition, or else those of the security schemes of its document that its tools use. */
export function credentialsOf(definition: Definition, toolset: Toolset, document: OpenApiDocument | undefined): AssertedCredential[] {
  const own = entries(field(definition.body, "apiAuthentication")).flatMap(([name, node]) => definedCredential(name, node));
  if (own.length > 0 || document === undefined) return own;
  return Object.entries(toolset.endpoint.securitySchemes).flatMap(([name, scheme]) => {
    const located = document.securitySchemes.get(name);
    if (located === undefined) return [];
    const place = originOfKey(located.tree, located.path);
    // The IR has the schemes as authored, so they are JSON.
    return [{ name, ...schemeOf(scheme as Json), scopes: requestedScopes(name, toolset), place }];
  });
}

/** The fields of `ApiAuthentication` (CES), with the names that their credentials have in the option `auth` at run time. */
const types: { readonly [field: string]: readonly [name: string, type: string] } = {
  apiKeyConfig: ["apiKey", "apiKey"],
  oauthConfig: ["oauth", "oauth2"],
  bearerTokenConfig: ["bearerToken", "bearer"],
  serviceAgentIdTokenAuthConfig: ["serviceAgentIdToken", "serviceAgentIdToken"],
  serviceAccountAuthConfig: ["serviceAccount", "serviceAccount"],
};

function definedCredential(written: string, node: Node): AssertedCredential[] {
  const [name, type] = types[camelCase(written)] ?? [];
  if (name === undefined || type === undefined) return [];
  const location = stringValue(field(node, "requestLocation"));
  const where = type !== "apiKey" ? undefined : location === "QUERY_STRING" ? "query" : "header";
  const scopes = field(node, "scopes")?.value;
  return [{ name, type, in: where, scopes: isArray(scopes) ? scopes.map(String) : [], place: keyOrigin(node) }];
}

/** The type and the location of a security scheme (OpenAPI 3.2 §4.27, Swagger 2.0). */
function schemeOf(scheme: Json): Pick<AssertedCredential, "type" | "in"> {
  const type = member(scheme, "type");
  const location = member(scheme, "in");
  switch (type) {
    case "apiKey":
      return { type, in: typeof location === "string" ? location : undefined };
    case "http":
      return { type: String(member(scheme, "scheme")).toLowerCase() === "basic" ? "basic" : "bearer", in: undefined };
    case "basic":
    case "oauth2":
    case "openIdConnect":
    case "mutualTLS":
      return { type, in: undefined };
    default:
      return { type: "other", in: undefined };
  }
}

/** The scopes that the operations of a toolset require of a scheme. */
function requestedScopes(scheme: string, { tools }: Toolset): string[] {
  const scopes = tools.flatMap(({ binding }) =>
    binding.transport === "http"
      ? binding.security.flatMap((together) => (Object.hasOwn(together, scheme) ? (together[scheme] ?? []) : []))
      : [],
  );
  return [...new Set(scopes)];
}
