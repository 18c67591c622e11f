import { contractOf } from "../contract/contract.ts";
import { plainData } from "../contract/plain-data.ts";
import type { Toolset } from "../ir/ir.ts";
import type { JsonObject } from "../source/json/json.ts";
import { memberLines } from "./json-text.ts";
import type { ToolsetLayout } from "./layout.ts";
import { type File, inSteps, type Target } from "./target.ts";

/** The target that writes each toolset as a JSON file, for programs in any language. */
export const manifest: Target = {
  name: "manifest",
  description: "Each toolset as a JSON file, for programs in any language.",
  page: "manifest.md",
  hasToolsetFolders: true,
  codes: [],
  options: {},
  ...inSteps({ emitToolset: (layout) => ({ value: [manifestFile(layout)], diagnostics: [] }) }),
};

/** The file `toolset.json` of a toolset. */
export function manifestFile({ toolset, path }: ToolsetLayout): File {
  return {
    path: toolset.resource === "tool" ? `${path}.json` : `${path}/toolset.json`,
    text: memberLines(manifestOf(toolset), ["schemas", "tools", "groups"]),
    toolset: toolset.name,
  };
}

/** The content of `toolset.json`: the contract and the values of the environments. */
export function manifestOf(toolset: Toolset): JsonObject {
  const { environments, defaultEnvironment } = toolset.endpoint;
  return { ...contractOf(toolset), environments: plainData(environments), defaultEnvironment };
}
