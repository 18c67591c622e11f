import { nearest } from "../diagnostic/nearest.ts";
import type { Program, Tool, Toolset } from "../ir/ir.ts";
import { UsageError } from "./usage-error.ts";

export interface FoundTool {
  readonly toolset: Toolset;
  readonly tool: Tool;
}

/**
 * The tool that `wanted` names: `<toolset>.<tool>`, where the tool has the name that its source gives it, with or without the toolset's prefix;
 * or the whole name that a model sees.
 */
export function findTool({ toolsets }: Pick<Program, "toolsets">, wanted: string): FoundTool {
  const all = toolsets.flatMap((toolset) => toolset.tools.map((tool) => ({ toolset, tool })));
  const found = all.filter(({ toolset, tool }) => namesOf(toolset, tool).includes(wanted));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first !== undefined)
    throw new UsageError(
      `"${wanted}" is ${found.length} tools: ${found.map(({ tool }) => `"${tool.name}"`).join(", ")}. Name one of them.`,
    );
  const toolset = toolsets.find((each) => toolsetNames(each).some((name) => wanted.startsWith(`${name}.`)));
  if (toolset !== undefined) throw unknownTool(toolset, wanted);
  throw unknownToolset(toolsets, wanted);
}

function toolsetNames({ name, displayName }: Toolset): readonly string[] {
  return [...new Set([displayName, name])];
}

function namesOf(toolset: Toolset, { id, name, localName }: Tool): readonly string[] {
  const own = [...new Set([localName, id, name])];
  return [name, ...toolsetNames(toolset).flatMap((prefix) => own.map((each) => `${prefix}.${each}`))];
}

function unknownTool(toolset: Toolset, wanted: string): UsageError {
  const prefix = toolsetNames(toolset).find((name) => wanted.startsWith(`${name}.`)) ?? "";
  const name = wanted.slice(prefix.length + 1);
  const near = nearest(
    name,
    toolset.tools.flatMap(({ localName, id }) => [localName, id]),
  );
  return new UsageError(
    `Toolset "${toolset.displayName}" has no tool "${name}".${hint(
      near,
      toolset.tools.map(({ localName }) => localName),
    )}`,
  );
}

function unknownToolset(toolsets: readonly Toolset[], wanted: string): UsageError {
  const dot = wanted.indexOf(".");
  const names = toolsets.flatMap(toolsetNames);
  if (dot === -1) {
    const tools = toolsets.flatMap((toolset) => toolset.tools.map(({ name }) => name));
    const near = nearest(wanted, tools);
    return new UsageError(`"${wanted}" names no tool: write <toolset>.<tool>.${hint(near, near === undefined ? names : tools)}`);
  }
  const name = wanted.slice(0, dot);
  return new UsageError(`There is no toolset "${name}".${hint(nearest(name, names), names)}`);
}

function hint(near: string | undefined, names: readonly string[]): string {
  if (near !== undefined) return ` Did you mean "${near}"?`;
  const shown = names.slice(0, 10).map((name) => `"${name}"`);
  if (shown.length === 0) return " There are none.";
  return ` There is ${shown.join(", ")}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ""}.`;
}
