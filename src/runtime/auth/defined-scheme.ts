import type { Call } from "../call.ts";
import { definedMember, missingEnvironment } from "../environment/defined-member.ts";
import { authorization, type Scheme } from "./scheme.ts";

/** The scope of an access token for which a definition names none. */
export const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";

/** The scheme of the definition's `apiAuthentication`; its name in `auth` is that of its field without `Config`. */
export function definedScheme(call: Call<unknown>): Scheme | undefined {
  const [member = ""] = Object.keys(call.toolset.connection.definition);
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
      // proto3 JSON also takes the numbers of an enum.
      place: location === "QUERY_STRING" || location === 2 ? { in: "query", name } : { in: "header", name, prefix: "" },
      kind: { kind: "key", reference: text("apiKeyConfig", "apiKeySecretVersion") },
    };
  }
  if (given("oauthConfig")) {
    return {
      name: "oauth",
      scopes: scopes("oauthConfig"),
      place: authorization,
      kind: {
        kind: "client",
        clientId: { value: text("oauthConfig", "clientId") },
        clientSecret: text("oauthConfig", "clientSecretVersion"),
        tokenUrl: text("oauthConfig", "tokenEndpoint"),
      },
    };
  }
  if (given("bearerTokenConfig")) {
    return { name: "bearerToken", scopes: [], place: authorization, kind: { kind: "key", reference: text("bearerTokenConfig", "token") } };
  }
  if (given("serviceAgentIdTokenAuthConfig")) {
    const kind = { kind: "google", token: "ID token", serviceAccount: undefined } as const;
    return { name: "serviceAgentIdToken", scopes: [], place: authorization, kind };
  }
  if (given("serviceAccountAuthConfig")) {
    const serviceAccount = text("serviceAccountAuthConfig", "serviceAccount");
    const asked = scopes("serviceAccountAuthConfig");
    return {
      name: "serviceAccount",
      scopes: asked.length === 0 ? [cloudPlatform] : asked,
      place: authorization,
      kind: { kind: "google", token: "access token", serviceAccount },
    };
  }
  return undefined;
}
