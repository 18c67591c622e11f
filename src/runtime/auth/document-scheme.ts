import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import { part } from "../part.ts";
import { isBearer } from "./is-bearer.ts";
import { authorization, type Scheme } from "./scheme.ts";

/**
 * Reads a Security Scheme Object (OpenAPI 3.2 §4.27 or Swagger 2.0). The compiler writes the names of its secrets in toolsetc.yaml into the
 * member `x-toolsetc-secrets`.
 */
export function documentScheme(name: string, authored: unknown, asked: readonly string[], call: Call<unknown>): Scheme {
  const references = ownMember(authored, "x-toolsetc-secrets");
  const { scopes = asked, secret } = references === undefined ? {} : part("secretReferences", call).read(references);
  if (!isBearer(authored)) return { name, scopes, ...part("otherSchemes", call).read(authored, references) };
  return { name, scopes, location: authorization, kind: { kind: "key", references: [secret] } };
}
