import type { Program, Tool, Toolset } from "../../ir/ir.ts";
import { longestDotCraftName } from "../../runtime/projection/limits/provider-limits.ts";

/** The name of a tool in DotCraft. */
export interface DotCraftName {
  /** `null` for a tool that is in no namespace. */
  readonly namespace: string | null;
  readonly tool: string;
  /** The preferred name and the reason why it is not used; `undefined` if the tool has its preferred name. */
  readonly change: { readonly preferred: string; readonly reason: "long" | "taken" } | undefined;
}

/**
 * The DotCraft names of the tools of all toolsets. They are unique, so that the declarations of several toolsets can be sent together. A
 * tool is omitted if another tool already has its name. The adapter `toolsetc/dotcraft` returns the same names; a test compares both
 * functions.
 */
export function dotcraftNames({ toolsets }: Program): Map<Tool, DotCraftName> {
  const taken = new Set<string>();
  const identities = new Map<Tool, DotCraftName>();
  for (const toolset of toolsets) {
    for (const tool of toolset.tools) {
      const identity = dotcraftNameOf(tool, toolset, taken);
      const flat = flatName(identity);
      if (taken.has(flat)) continue;
      taken.add(flat);
      identities.set(tool, identity);
    }
  }
  return identities;
}

function dotcraftNameOf(tool: Tool, toolset: Toolset, taken: ReadonlySet<string>): DotCraftName {
  const preferred = preferredName(tool, toolset);
  const flat = flatName(preferred);
  if (preferred.namespace === null) return { ...preferred, change: undefined };
  if (flat.length <= longestDotCraftName && !taken.has(flat)) return { ...preferred, change: undefined };
  return { namespace: null, tool: tool.name, change: { preferred: flat, reason: flat.length > longestDotCraftName ? "long" : "taken" } };
}

function flatName({ namespace, tool }: Pick<DotCraftName, "namespace" | "tool">): string {
  return namespace === null ? tool : `${namespace}__${tool}`;
}

function preferredName({ name }: Tool, toolset: Toolset): Pick<DotCraftName, "namespace" | "tool"> {
  const namespace = toolset.name.replace(/[^A-Za-z0-9_]/g, "_");
  if (name === namespace) return { namespace: null, tool: name };
  const rest = name.startsWith(`${namespace}_`) ? name.slice(namespace.length + 1) : "";
  return { namespace, tool: rest === "" ? name : rest };
}
