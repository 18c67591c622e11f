import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import { definedScheme } from "./defined-scheme.ts";
import { documentScheme } from "./document-scheme.ts";
import type { Scheme } from "./scheme.ts";

/**
 * The alternatives for authenticating a call, each a set of schemes that are used together. If the definition has `apiAuthentication`, it
 * replaces the security requirements of the document.
 */
export function alternativesOf(call: Call<unknown>, security: HttpBinding["security"]): readonly (readonly Scheme[])[] {
  const defined = definedScheme(call);
  if (defined !== undefined) return [[defined]];
  const schemes = call.toolset.endpoint.securitySchemes;
  return security.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => documentScheme(name, ownMember(schemes, name), scopes)),
  );
}
