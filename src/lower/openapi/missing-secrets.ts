import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConfigValue } from "../../project/config.ts";
import { type JsonObject, member } from "../../source/json.ts";
import { missingSecret } from "../codes.ts";

/** What a scheme needs beside what the configuration names for it. Where it names nothing of it, the program is to give it. */
export function missingSecrets(name: string, scheme: JsonObject, { value, origin }: ConfigValue<JsonObject>): Diagnostic[] {
  const { pair, further } = neededFor(scheme);
  const names = pair.some((field) => value[field] !== undefined) ? [...pair, ...further].filter((field) => value[field] === undefined) : [];
  return names.length === 0 || origin === undefined ? [] : [diagnostic(missingSecret, { scheme: name, names }, origin)];
}

/** As the run-time library reads the scheme: what goes together, and what one of them needs further. */
function neededFor(scheme: JsonObject): { readonly pair: readonly string[]; readonly further: readonly string[] } {
  const isBasic = scheme.type === "basic" || (scheme.type === "http" && String(scheme.scheme).toLowerCase() === "basic");
  if (isBasic) return { pair: ["username", "password"], further: [] };
  if (scheme.type !== "oauth2") return { pair: [], further: [] };
  // OpenAPI 3 has the address with the flow, Swagger 2.0 with the scheme.
  const tokenUrl = member(member(scheme.flows, "clientCredentials"), "tokenUrl") ?? scheme.tokenUrl;
  return { pair: ["clientId", "clientSecret"], further: tokenUrl === undefined ? ["tokenUrl"] : [] };
}
