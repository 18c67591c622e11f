import type { ProgramSummary, ToolSummary, Toolset, ToolsetSummary } from "../ir/ir.ts";
import { assignNames } from "../source/text/assign-names.ts";
import { spellIdentifier } from "./code/identifiers.ts";

/** The paths and names of a toolset in the output. */
export interface ToolsetLayout<Some extends ToolsetSummary = Toolset> {
  readonly toolset: Some;
  /** The path of the toolset's folder, or of the module of a standalone tool. The path of a module has no file extension. */
  readonly path: string;
  /** The last segment of `path`. */
  readonly file: string;
  /** The exported name of the toolset in the root module. */
  readonly exported: string;
  readonly tools: readonly ToolLayout<Some["tools"][number]>[];
}

/** The names of a tool in the output. */
export interface ToolLayout<Some extends ToolSummary = Toolset["tools"][number]> {
  readonly tool: Some;
  readonly exported: string;
  /** The common start of the names of the tool's two types, `<typeName>Input` and `<typeName>Output`. */
  readonly typeName: string;
}

/**
 * Assigns the paths and names that all targets use. A name depends on other names only if they clash. `all` has all toolsets of the
 * project, in case `toolsets` has only some of them.
 */
export function layOut<Some extends ToolsetSummary>(
  { toolsets }: { readonly toolsets: readonly Some[] },
  { toolsets: all }: Pick<ProgramSummary, "toolsets"> = { toolsets },
): ToolsetLayout<Some>[] {
  const files = assignNames(
    all.map(({ name }) => ({ id: name, name: spellFile(name) })),
    windowsDeviceNames,
  );
  const standalone = all
    .filter(({ resource }) => resource === "tool")
    .flatMap((toolset) => toolset.tools.map((tool) => ({ id: toolKey(toolset, tool), name: spellIdentifier(tool.localName) })));
  const exports = assignNames(
    all.map(({ name }) => ({ id: name, name: spellIdentifier(name) })),
    [...rootNames, ...typeNamesLikeTools(standalone)],
  );
  const alone = assignNames(standalone, [
    ...rootNames,
    ...typeNamesLikeTools(standalone),
    ...all.filter(({ resource }) => resource === "toolset").map(({ name }) => nameOf(name, exports)),
  ]);
  return toolsets.map((toolset) => {
    const file = nameOf(toolset.name, files);
    const path = toolset.resource === "tool" ? `tools/${file}` : `toolsets/${file}`;
    const tools = toolset.resource === "tool" ? layOutStandaloneTool(toolset, alone) : layOutTools(toolset);
    return { toolset, path, file, exported: nameOf(toolset.name, exports), tools };
  });
}

function layOutTools<Some extends ToolSummary>({ tools }: { readonly tools: readonly Some[] }): ToolLayout<Some>[] {
  const requests = tools.map(({ id, localName }) => ({ id, name: spellIdentifier(localName) }));
  const exports = assignNames(requests, [...moduleNames, ...typeNamesLikeTools(requests)]);
  return tools.map((tool) => {
    const exported = nameOf(tool.id, exports);
    return { tool, exported, typeName: typeNameOf(exported) };
  });
}

function layOutStandaloneTool<Some extends ToolSummary>(
  toolset: Pick<ToolsetSummary, "name"> & { readonly tools: readonly Some[] },
  names: ReadonlyMap<string, string>,
): ToolLayout<Some>[] {
  return toolset.tools.map((tool) => {
    const exported = nameOf(toolKey(toolset, tool), names);
    return { tool, exported, typeName: typeNameOf(exported) };
  });
}

/**
 * The names of types that could also be names of tools. A type name begins with a capital letter, unless the name of its tool begins with
 * `_`: `_2faInput`.
 */
function typeNamesLikeTools(tools: readonly { readonly name: string }[]): string[] {
  return tools.flatMap(({ name }) => (name.startsWith("_") ? [`${name}Input`, `${name}Output`] : []));
}

function toolKey({ name }: Pick<ToolsetSummary, "name">, { id }: ToolSummary): string {
  return JSON.stringify([name, id]);
}

function nameOf(id: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`No name was assigned to ${JSON.stringify(id)}.`);
  return name;
}

/** The type name of a tool, from its exported name: `getWeather` → `GetWeather`, `delete_` → `Delete`. */
function typeNameOf(exported: string): string {
  return exported.charAt(0).toUpperCase() + exported.slice(1).replace(/_$/, "");
}

/** Converts a name to a file name that every file system permits. */
export function spellFile(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^-/, "_") || "_";
}

/** Names that Windows reserves for devices, with any file extension. */
export const windowsDeviceNames = [
  "con",
  "prn",
  "aux",
  "nul",
  ..."0123456789".split("").flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
];

/** Names that generated modules themselves declare or import. */
const moduleNames = ["toolset", "types", "tools", "names", "allTools", "groups", "composeTool", "defineToolset", "bindTools"];
const rootNames = [...moduleNames, "agents"];
