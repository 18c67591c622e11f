import type { Definition } from "../definition/definition.ts";
import { type Code, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Overrides } from "../project/config.ts";
import { originOfKey } from "../source/tree.ts";

export const unusedOverride: Code<{ name: string; why: string }> = {
  code: "unused-override",
  severity: "warning",
  message: ({ name, why }) => `"${name}" has no effect, since ${why}.`,
  help: "It is valid but changes nothing. Remove it, or what prevents its effect.",
};

/** The two entries are in the author's words; `used` is the one that counts. */
export const secondEntry: Code<{ name: string; used: string }> = {
  code: "second-entry",
  severity: "error",
  message: ({ name, used }) => `"${name}" and "${used}" are the same, and only the entry "${used}" is read.`,
  help: "A toolset is named by its display name, its folder or its file, an operation by its id or its method and path, and each has one entry. Merge the two.",
};

export const unusedOverrideCodes: readonly Code<never>[] = [unusedOverride, secondEntry];

/** What the configuration says of bodies where there are none. */
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
