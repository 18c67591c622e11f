import { field, keyOrigin } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Overrides } from "../project/config.ts";
import { unused } from "./codes.ts";

/** Reports configured credentials that no call uses. */
export function unusedAuth({ definition: { kind, body, node } }: Resolved, overrides: Overrides | undefined): Diagnostic[] {
  const isDefined = field(body, "apiAuthentication") !== undefined;
  if (kind === "openapi" && !isDefined) return [];
  const why = isDefined ? "the definition has an `apiAuthentication`" : "only OpenAPI documents have security schemes";
  return [...(overrides?.auth ?? [])].map(([name, { origin }]) => diagnostic(unused, { name, why }, origin ?? keyOrigin(node)));
}
