import type { Call } from "../call.ts";
import { definedMember } from "../environment/defined-member.ts";
import { missingEnvironment } from "../environment/environments.ts";
import { authorization, cloudPlatform, type Scheme } from "./scheme.ts";

/**
 * Reads the definition's `apiAuthentication` as a scheme. The name of its credential in `auth` is the name of the field without `Config`,
 * such as `apiKey` for `apiKeyConfig`.
 */
export function definedSchemeOf(call: Call<unknown>): Scheme | undefined {
  const [member = ""] = Object.keys(call.toolset.endpoint.definition);
  const path = [member, "apiAuthentication"];
  const given = (config: string) => typeof definedMember(call, [...path, config]) === "object";
  const text = (config: string, name: string): string => {
    const value = definedMember(call, [...path, config, name]);
    if (typeof value === "string") return value;
    throw missingEnvironment([...path, config, name], call);
  };
  const scopes = (config: string): readonly string[] => {
    const value = definedMember(call, [...path, config, "scopes"]);
    return Array.isArray(value) ? value.filter((scope) => typeof scope === "string") : [];
  };

  if (given("apiKeyConfig")) {
    const location = definedMember(call, [...path, "apiKeyConfig", "requestLocation"]);
    const name = text("apiKeyConfig", "keyName");
    return {
      name: "apiKey",
      scopes: [],
      // In proto3 JSON, the value of an enum may be its number.
      location: location === "QUERY_STRING" || location === 2 ? { in: "query", name, prefix: "" } : { in: "header", name, prefix: "" },
      kind: { kind: "key", references: [text("apiKeyConfig", "apiKeySecretVersion")] },
    };
  }
  if (given("oauthConfig")) {
    return {
      name: "oauth",
      scopes: scopes("oauthConfig"),
      location: authorization,
      kind: {
        kind: "oauthClient",
        clientId: text("oauthConfig", "clientId"),
        references: [text("oauthConfig", "clientSecretVersion")],
        tokenUrl: text("oauthConfig", "tokenEndpoint"),
      },
    };
  }
  if (given("bearerTokenConfig")) {
    return {
      name: "bearerToken",
      scopes: [],
      location: authorization,
      kind: { kind: "key", references: [text("bearerTokenConfig", "token")] },
    };
  }
  if (given("serviceAgentIdTokenAuthConfig")) {
    const kind = { kind: "google", token: "ID token", references: [] } as const;
    return { name: "serviceAgentIdToken", scopes: [], location: authorization, kind };
  }
  if (given("serviceAccountAuthConfig")) {
    const serviceAccount = text("serviceAccountAuthConfig", "serviceAccount");
    const requestedScopes = scopes("serviceAccountAuthConfig");
    return {
      name: "serviceAccount",
      scopes: requestedScopes.length === 0 ? [cloudPlatform] : requestedScopes,
      location: authorization,
      kind: { kind: "google", token: "access token", references: [] },
      serviceAccount,
    };
  }
  return undefined;
}
