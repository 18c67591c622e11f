import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { Annotations } from "../../runtime/binding.ts";
import { notInApp, unsupportedInCes } from "./codes.ts";

/** Diagnostics for features that CES does not support, once for each toolset, at the first tool that uses the feature. */
export function unsupportedFeatures(toolset: Toolset): Diagnostic[] {
  const { name, tools, endpoint, account, origin } = toolset;
  const details = { toolset: name };
  const found = unsupported.flatMap(({ what, isLost: isUsed }) => {
    const these = tools.filter((tool) => isUsed(tool, toolset));
    const [first] = these;
    return first === undefined ? [] : [diagnostic(unsupportedInCes, { what, toolset: name, count: these.length }, first.origin, details)];
  });
  const isWhole = endpoint.kind === "mcp" && account.excluded > 0;
  const left = { what: "excluding tools of an MCP server", toolset: name, count: account.excluded };
  return [
    ...found,
    ...(isWhole ? [diagnostic(unsupportedInCes, left, origin, details)] : []),
    ...account.uncompiledFields.map((field) => diagnostic(notInApp, { field, toolset: name }, origin, details)),
  ];
}

const unsupported: readonly { readonly what: string; readonly isLost: (tool: Tool, toolset: Toolset) => boolean }[] = [
  { what: "approval", isLost: ({ approval }) => approval === "required" },
  { what: "chosen members of the answer", isLost: ({ trim }) => trim.pick.length > 0 },
  { what: "a limit of the answer's size", isLost: ({ trim }) => trim.maxBytes !== null },
  { what: "metadata", isLost: ({ metadata }) => Object.keys(metadata).length > 0 },
  { what: "offering on demand", isLost: ({ lazy }) => lazy },
  { what: "hints of its own", isLost: hasOwnHints },
  {
    what: "names of its own",
    isLost: ({ id, localName }, { endpoint, resource }) =>
      endpoint.kind === "connector" && resource === "toolset" && localName !== id.replace(/[^A-Za-z0-9_]/g, "_"),
  },
  // A definition with `apiAuthentication` has none.
  { what: "the document's security", isLost: ({ binding }) => binding.transport === "http" && binding.security.length > 0 },
];

/** Whether the author's hints differ from the semantics of the method (RFC 9110 §9.2). CES reads the hints of MCP servers itself. */
function hasOwnHints({ binding, annotations }: Tool): boolean {
  if (binding.transport !== "http") return false;
  const { method } = binding;
  const readOnly = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method);
  const standard: Annotations = {
    readOnly,
    destructive: method === "DELETE",
    idempotent: readOnly || method === "PUT" || method === "DELETE",
    openWorld: true,
  };
  return (
    annotations.readOnly !== standard.readOnly ||
    annotations.destructive !== standard.destructive ||
    annotations.idempotent !== standard.idempotent ||
    annotations.openWorld !== standard.openWorld
  );
}
