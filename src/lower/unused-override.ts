import type { Definition } from "../definition/definition.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Overrides } from "../project/config.ts";
import { originOfKey } from "../source/tree.ts";
import { unusedOverride } from "./codes.ts";

/** Reports the override `body` for kinds without request bodies. */
export function unusedBody({ kind }: Definition, overrides: Overrides | undefined): Diagnostic[] {
  if (kind === "openapi" || overrides?.body !== "grouped" || overrides.origin === undefined) return [];
  const { tree, path } = overrides.origin;
  return [
    diagnostic(
      unusedOverride,
      { name: "body", why: "only OpenAPI documents describe request bodies" },
      originOfKey(tree, [...path, "body"]),
    ),
  ];
}
