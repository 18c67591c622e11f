import { field, keyOrigin } from "../definition/node.ts";
import { type Code, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Overrides } from "../project/config.ts";

const unused: Code<{ name: string; why: string }> = {
  code: "unused-auth",
  severity: "warning",
  message: ({ name, why }) => `"${name}" is not used, since ${why}.`,
  help: "Under `auth`, toolsetc.yaml says where the secrets of an OpenAPI document's security schemes are; an `apiAuthentication` comes before it. Remove one of the two.",
};

export const unusedAuthCodes: readonly Code<never>[] = [unused];

/** What the configuration says of credentials that no call will use. */
export function unusedAuth({ definition: { kind, body, node } }: Resolved, overrides: Overrides | undefined): Diagnostic[] {
  const isDefined = field(body, "apiAuthentication") !== undefined;
  if (kind === "openapi" && !isDefined) return [];
  const why = isDefined ? "the definition has an `apiAuthentication`" : "only OpenAPI documents have security schemes";
  return [...(overrides?.auth ?? [])].map(([name, { origin }]) => diagnostic(unused, { name, why }, origin ?? keyOrigin(node)));
}
