import { contractOf } from "../contract/contract.ts";
import { plainData } from "../contract/plain-data.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import type { JsonObject } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { memberLines } from "./json-text.ts";
import type { ToolsetLayout } from "./layout.ts";
import { type File, type FileSummary, inSteps, type Target } from "./target.ts";
import { bindingMember, optionalMembers } from "./tool-members.ts";

/** The version of the format of manifests. */
export const manifestFormat = "2.0";

/** The target that writes each toolset as a JSON file, for programs in any language. */
export const manifestTarget: Target = {
  name: "manifest",
  description: "Each toolset as a JSON file, for programs in any language.",
  page: "manifest.md",
  hasToolsetFolders: true,
  codes: [],
  options: {},
  ...inSteps({
    emitToolset: (layout) => ({ value: [manifestFile(layout)], diagnostics: [] }),
    summarizeToolset: (layout) => ({ value: [manifestSummary(layout)], diagnostics: [] }),
  }),
};

/** The file `toolset.json` of a toolset. */
export function manifestFile(layout: ToolsetLayout): File {
  return { ...manifestSummary(layout), text: memberLines(manifestOf(layout.toolset), ["schemas", "tools", "groups"]) };
}

/** The same file without its text. */
export function manifestSummary({ toolset, path }: ToolsetLayout): FileSummary {
  return { path: toolset.resource === "tool" ? `${path}.json` : `${path}/toolset.json`, toolset: toolset.name };
}

/**
 * The content of `toolset.json`: the contract and the values of the environments. The tools have the members that generated modules pass to
 * `composeTool`, without default values: with them, the manifest of a thousand tools would be a quarter larger.
 */
export function manifestOf(toolset: Toolset): JsonObject {
  const { environments, defaultEnvironment } = toolset.endpoint;
  const tools = [...toolset.tools].sort((a, b) => compareText(a.name, b.name)).map(manifestTool);
  return { ...contractOf(toolset), formatVersion: manifestFormat, tools, environments: plainData(environments), defaultEnvironment };
}

function manifestTool(tool: Tool): JsonObject {
  const { id, name, localName, title, description, input, output, binding } = tool;
  return {
    id,
    name,
    localName,
    ...(title === "" ? {} : { title }),
    description,
    input: input.json,
    output: output.json,
    ...optionalMembers(tool),
    ...bindingMember(binding),
  };
}
