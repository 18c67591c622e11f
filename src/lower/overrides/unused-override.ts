import type { Definition } from "../../definition/definition.ts";
import { field, keyOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Resolved } from "../../environment/resolved.ts";
import type { Overrides } from "../../project/config/config.ts";
import { originOfKey } from "../../source/tree.ts";
import { unusedAuth, unusedOverride } from "./codes.ts";

/** Reports the override `body` for kinds without request bodies. */
export function reportUnusedBody({ kind }: Definition, overrides: Overrides | undefined): Diagnostic[] {
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

/** Reports overrides of pages and of waiting for kinds that have neither. Tools of MCP servers may wait: `lowerTask` decides on each. */
export function reportUnusedPages({ kind }: Definition, overrides: Overrides | undefined): Diagnostic[] {
  const entries = kind === "openapi" ? [] : [...(overrides?.tools.values() ?? [])];
  return entries.flatMap(({ pages, collect, wait }) =>
    Object.entries(kind === "mcp" ? { pages, collect } : { pages, collect, wait }).flatMap(([name, entry]) => {
      if (entry?.origin === undefined) return [];
      const { tree, path } = entry.origin;
      const why =
        name === "wait" ? "only OpenAPI documents and MCP servers say how a call waits" : "only lists of OpenAPI documents have pages";
      return [diagnostic(unusedOverride, { name, why }, originOfKey(tree, path))];
    }),
  );
}

/** Reports configured credentials that no call uses. */
export function reportUnusedAuth({ definition: { kind, body, node } }: Resolved, overrides: Overrides | undefined): Diagnostic[] {
  const isDefined = field(body, "apiAuthentication") !== undefined;
  if (kind === "openapi" && !isDefined) return [];
  const why = isDefined ? "the definition has an `apiAuthentication`" : "only OpenAPI documents have security schemes";
  return [...(overrides?.auth ?? [])].map(([name, { origin }]) => diagnostic(unusedAuth, { name, why }, origin ?? keyOrigin(node)));
}
