import type { Tool, Toolset } from "../../ir/ir.ts";
import type { RuleTool, RuleToolset } from "./file-rule.ts";

/** A toolset as rules in files see it, and its tools. */
export interface ToolsetView {
  readonly toolset: RuleToolset;
  readonly tools: ReadonlyMap<Tool, RuleTool>;
}

// All rules see the same view of a toolset. A toolset never changes.
const views = new WeakMap<Toolset, ToolsetView>();
/** What is frozen as a whole. */
const frozen = new WeakSet<object>();

/** The frozen view of a toolset for rules in files. */
export function viewOf(toolset: Toolset): ToolsetView {
  const known = views.get(toolset);
  if (known !== undefined) return known;
  const { resource, name, displayName, description, endpoint, groups } = toolset;
  const tools = new Map(toolset.tools.map((tool) => [tool, toolView(tool)]));
  const schemas = Object.fromEntries([...toolset.schemas].map(([key, schema]) => [key, schema.json]));
  const view = { resource, name, displayName, description, endpoint, groups, tools: [...tools.values()], schemas };
  freeze(view);
  const made = { toolset: view, tools };
  views.set(toolset, made);
  return made;
}

function toolView({ origin: _, input, output, ...tool }: Tool): RuleTool {
  return { ...tool, input: input.json, output: output.json };
}

/** Freezes a value and all that is in it. A list of open values fills no stack, however deep a schema is. */
function freeze(value: object): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null || frozen.has(next)) continue;
    frozen.add(Object.freeze(next));
    for (const key of Object.keys(next)) open.push(Reflect.get(next, key));
  }
}
