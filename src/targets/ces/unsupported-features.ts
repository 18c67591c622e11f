import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { annotationsOfMethod } from "../../ir/method-annotations.ts";
import { fieldOmittedInCes, unsupportedInCes } from "./codes.ts";

/** One diagnostic for each feature that a toolset uses and CES does not support. Its place is the first tool that uses the feature. */
export function unsupportedFeatures(toolset: Toolset): Diagnostic[] {
  const { name, tools, endpoint, account, origin } = toolset;
  const details = { toolset: name };
  const found = unsupported.flatMap(({ what, isUsed }) => {
    const these = tools.filter((tool) => isUsed(tool, toolset));
    const [first] = these;
    return first === undefined ? [] : [diagnostic(unsupportedInCes, { what, toolset: name, count: these.length }, first.origin, details)];
  });
  const hasExcluded = endpoint.kind === "mcp" && account.excluded > 0;
  const exclusion = { what: "the selection with `include` and `exclude`", toolset: name, count: account.excluded };
  return [
    ...found,
    ...(hasExcluded ? [diagnostic(unsupportedInCes, exclusion, origin, details)] : []),
    ...account.uncompiledFields.map((field) => diagnostic(fieldOmittedInCes, { field, toolset: name }, origin, details)),
  ];
}

const unsupported: readonly { readonly what: string; readonly isUsed: (tool: Tool, toolset: Toolset) => boolean }[] = [
  { what: "the requirement of the user's approval", isUsed: ({ approval }) => approval === "required" },
  { what: "the selected result members (`pick`)", isUsed: ({ trim }) => trim.pick.length > 0 },
  { what: "the size limit for results", isUsed: ({ trim }) => trim.maxBytes !== null },
  { what: "the `metadata` of overrides", isUsed: ({ metadata }) => Object.keys(metadata).length > 0 },
  {
    what: "the wait for the result, and returns the first answer of the service",
    isUsed: ({ binding }) => binding.transport === "http" && binding.waiting !== null,
  },
  {
    what: "the following of pages (`collect`)",
    isUsed: ({ binding }) => binding.transport === "http" && binding.pages?.collect !== undefined,
  },
  { what: "lazy loading", isUsed: ({ lazy }) => lazy },
  { what: "the hints, such as `readOnly`, that differ from the HTTP method", isUsed: hasOwnHints },
  {
    what: "the name that an override sets",
    isUsed: ({ id, localName }, { endpoint, resource }) =>
      endpoint.kind === "connector" && resource === "toolset" && localName !== id.replace(/[^A-Za-z0-9_]/g, "_"),
  },
  // CES uses `apiAuthentication` instead of the security requirements.
  {
    what: "the security requirements of the document",
    isUsed: ({ binding }) => binding.transport === "http" && binding.security.length > 0,
  },
];

/**
 * Whether the hints of a tool differ from the semantics of its HTTP method (RFC 9110 §9.2). Only tools with an HTTP method are checked,
 * since CES itself reads the hints of MCP servers.
 */
function hasOwnHints({ binding, annotations }: Tool): boolean {
  if (binding.transport !== "http") return false;
  const standard = annotationsOfMethod(binding.method);
  return (
    annotations.readOnly !== standard.readOnly ||
    annotations.destructive !== standard.destructive ||
    annotations.idempotent !== standard.idempotent ||
    annotations.openWorld !== standard.openWorld
  );
}
