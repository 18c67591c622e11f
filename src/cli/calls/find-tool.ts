import { nearest } from "../../diagnostic/nearest.ts";
import type { Program, Tool, Toolset } from "../../ir/ir.ts";
import { namesInMessage } from "../../runtime/names-in-message.ts";
import { UsageError } from "../usage-error.ts";

export interface FoundTool {
  readonly toolset: Toolset;
  readonly tool: Tool;
}

/**
 * Finds a tool by its full name, which the model sees; by `<toolset>.<tool>`, where `<tool>` is its full name, `localName` or `id`; or
 * by its `localName` or `id` alone. Throws if several tools have the name.
 */
export function findTool({ toolsets }: Pick<Program, "toolsets">, wanted: string): FoundTool | undefined {
  const all = toolsets.flatMap((toolset) => toolset.tools.map((tool) => ({ toolset, tool })));
  const named = all.filter(({ toolset, tool }) => namesOf(toolset, tool).includes(wanted));
  const found = named.length > 0 ? named : all.filter(({ tool: { localName, id } }) => localName === wanted || id === wanted);
  if (found.length > 1)
    throw new UsageError(
      `"${wanted}" is the name of ${found.length} tools. Write the full name of one: ${namesInMessage(found.map(({ tool }) => tool.name))}.`,
    );
  return found[0];
}

/** The error for a name that no tool has. `refused` are the names of toolsets and tools that did not compile. */
export function unknownToolError({ toolsets }: Pick<Program, "toolsets">, wanted: string, refused: readonly string[]): UsageError {
  const toolset = toolsets.find((each) => toolsetNames(each).some((name) => wanted.startsWith(`${name}.`)));
  if (toolset !== undefined) return unknownInToolset(toolset, wanted);
  const dot = wanted.indexOf(".");
  if (dot === -1) {
    const near = nearest(wanted, toolsets.flatMap(wholeNames)) ?? nearLocalName(toolsets, wanted);
    const names = toolsets.map(({ displayName }) => displayName);
    return new UsageError(
      `"${wanted}" is not the name of a tool. Write a name as <toolset>.<tool>.${hint(near, { what: "toolsets", names, wanted })}`,
    );
  }
  const name = wanted.slice(0, dot);
  const names = [...new Set([...toolsets.map(({ displayName }) => displayName), ...refused])];
  const near = nearest(name, [...names, ...toolsets.map((each) => each.name)]);
  return new UsageError(`There is no toolset "${name}".${hint(near, { what: "toolsets", names, wanted: name })}`);
}

function toolsetNames({ name, displayName }: Toolset): readonly string[] {
  return [...new Set([displayName, name])];
}

function namesOf(toolset: Toolset, { id, name, localName }: Tool): readonly string[] {
  const own = [...new Set([localName, id, name])];
  return [name, ...toolsetNames(toolset).flatMap((prefix) => own.map((each) => `${prefix}.${each}`))];
}

function wholeNames({ tools }: Toolset): readonly string[] {
  return tools.map(({ name }) => name);
}

function nearLocalName(toolsets: readonly Toolset[], wanted: string): string | undefined {
  const names = new Map(
    toolsets.flatMap(({ displayName, tools }) => tools.map(({ localName }) => [localName, `${displayName}.${localName}`] as const)),
  );
  return names.get(nearest(wanted, names.keys()) ?? "");
}

function unknownInToolset(toolset: Toolset, wanted: string): UsageError {
  const prefix = toolsetNames(toolset).find((name) => wanted.startsWith(`${name}.`)) ?? "";
  const name = wanted.slice(prefix.length + 1);
  const names = toolset.tools.map(({ localName }) => localName);
  const near = nearest(name, new Set([...names, ...toolset.tools.map(({ id }) => id)]));
  return new UsageError(`Toolset "${toolset.displayName}" has no tool "${name}".${hint(near, { what: "tools", names, wanted: name })}`);
}

interface Available {
  readonly what: "tools" | "toolsets";
  readonly names: readonly string[];
  readonly wanted: string;
}

function hint(near: string | undefined, { what, names, wanted }: Available): string {
  if (near !== undefined) return ` Did you mean "${near}"?`;
  return names.length === 0 ? ` There are no ${what}.` : ` Available ${what}: ${namesInMessage(names, wanted)}.`;
}
