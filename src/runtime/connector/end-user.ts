import type { ConnectorBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { definedMember } from "../environment/defined-member.ts";
import { ownMember } from "../json.ts";
import { type MissingOption, optionText } from "../missing-option.ts";
import { unsentError } from "../tool-error.ts";

/**
 * The fields of an `EndUserAuthConfig`. Under `key`, Integration Connectors accepts the value of a field, which it uses instead of the
 * connection's own credentials. Only `oauth2_auth_code_flow.access_token` is documented; the other keys are those of the connection's
 * configuration.
 */
const overrides = [
  { path: ["oauth2AuthCodeConfig", "oauthToken"], key: "oauth2_auth_code_flow.access_token" },
  { path: ["oauth2JwtBearerConfig", "issuer"], key: "oauth2_jwt_bearer.jwt_claims.issuer" },
  { path: ["oauth2JwtBearerConfig", "subject"], key: "oauth2_jwt_bearer.jwt_claims.subject" },
  { path: ["oauth2JwtBearerConfig", "clientKey"], key: "oauth2_jwt_bearer.client_key" },
] as const;

/**
 * The value of `executionConfig.headers` that authenticates a call as an end user; `undefined` if the call uses the connection's own
 * credentials.
 */
export function endUserHeaders(call: Call<ConnectorBinding>): string | undefined {
  const [member = ""] = Object.keys(call.toolset.endpoint.definition);
  const values: [string, string][] = [];
  const missing: string[] = [];
  for (const { path, key } of overrides) {
    const reference = definedMember(call, [member, "authConfig", ...path]);
    if (typeof reference !== "string") continue;
    const name = reference.replace(/^\$context\.variables\./, "");
    const value = ownMember(call.context.variables, name);
    if (typeof value === "string" && value !== "") values.push([key, value]);
    else missing.push(name);
  }
  if (missing.length > 0) {
    const options: MissingOption[] = missing.map((name) => ({ option: "variables", name }));
    if (!hasAccess(call)) options.push({ option: "auth", name: "google" });
    throw unsentError(
      "missing-credentials",
      `The connection requires credentials of the end user, so nothing was sent. Pass ${options.map(optionText).join(" and ")}.`,
      call.tool,
      { toolset: call.toolset.name, missing: [options.map(optionText)], options },
    );
  }
  // The name `dynamicAuthConfig` is not documented; ADK and Application Integration use it.
  return values.length === 0 ? undefined : JSON.stringify({ dynamicAuthConfig: JSON.stringify(Object.fromEntries(values)) });
}

/** Whether the caller provides an access token. If not, the error about missing variables also lists the token. */
function hasAccess({ context }: Call<ConnectorBinding>): boolean {
  return context.auth?.["google"] !== undefined || context.authorize !== undefined;
}
