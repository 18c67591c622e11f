import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConfigValue } from "../../project/config.ts";
import { type JsonObject, member } from "../../source/json.ts";
import { missingSecret } from "../codes.ts";

/** Reports incomplete credentials of a scheme. If the configuration has none of them, the program must provide them. */
export function missingSecrets(name: string, scheme: JsonObject, { value, origin }: ConfigValue<JsonObject>): Diagnostic[] {
  const { pair, further } = neededFor(scheme);
  const names = pair.some((field) => value[field] !== undefined) ? [...pair, ...further].filter((field) => value[field] === undefined) : [];
  return names.length === 0 || origin === undefined ? [] : [diagnostic(missingSecret, { scheme: name, names }, origin)];
}

/** The credentials that a scheme needs in the run-time library: a pair, and additional ones. */
function neededFor(scheme: JsonObject): { readonly pair: readonly string[]; readonly further: readonly string[] } {
  const isBasic = scheme.type === "basic" || (scheme.type === "http" && String(scheme.scheme).toLowerCase() === "basic");
  if (isBasic) return { pair: ["username", "password"], further: [] };
  if (scheme.type !== "oauth2") return { pair: [], further: [] };
  // OpenAPI 3 has the address in the flow, Swagger 2.0 in the scheme.
  const tokenUrl = member(member(scheme.flows, "clientCredentials"), "tokenUrl") ?? scheme.tokenUrl;
  return { pair: ["clientId", "clientSecret"], further: tokenUrl === undefined ? ["tokenUrl"] : [] };
}
