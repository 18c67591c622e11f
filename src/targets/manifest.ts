import type { Program, Tool, Toolset } from "../ir/ir.ts";
import { compareText } from "../source/compare.ts";
import type { JsonObject } from "../source/json.ts";
import { jsonText } from "./json-text.ts";
import { layOut, type ToolsetLayout } from "./layout.ts";
import { plainData } from "./plain-data.ts";
import type { File, Target } from "./target.ts";

/** The format of the contract and of the manifest. */
const manifestFormat = "1.0";

/** Each toolset as a JSON file, for programs in any language. */
export const manifest: Target = {
  name: "manifest",
  description: "Each toolset as a JSON file, for programs in any language.",
  options: {},
  emit: (program: Program) => ({ value: layOut(program).map(manifestFile), diagnostics: [] }),
};

export function manifestFile({ toolset, path }: ToolsetLayout): File {
  return {
    path: toolset.resource === "tool" ? `${path}.json` : `${path}/toolset.json`,
    text: jsonText(manifestOf(toolset), ["schemas", "tools", "groups"]),
    toolset: toolset.name,
  };
}

/** What `toolset.json` holds: the contract, and the environments' values beside it. */
export function manifestOf(toolset: Toolset): JsonObject {
  const { environments, defaultEnvironment } = toolset.connection;
  return { ...contractOf(toolset), environments: plainData(environments), defaultEnvironment };
}

/**
 * What a toolset promises: everything of it but where it was written and what differs by environment, which stays
 * `$env_var`. Lists whose order means nothing are sorted; schemas keep the order that the model sees.
 */
export function contractOf(toolset: Toolset): JsonObject {
  const { resource, name, displayName, description, connection } = toolset;
  const { kind, definition, servers, securitySchemes, timeout } = connection;
  const schemas = [...toolset.schemas].sort(([a], [b]) => compareText(a, b)).map(([key, { json }]) => [key, json]);
  return {
    formatVersion: manifestFormat,
    resource,
    name,
    displayName,
    description,
    kind,
    definition: plainData(definition),
    servers: servers.map(({ url, description: text, variables }) => ({ url, description: text, variables: plainData(variables) })),
    securitySchemes: plainData(securitySchemes),
    timeout,
    schemas: Object.fromEntries(schemas),
    tools: [...toolset.tools].sort((a, b) => compareText(a.name, b.name)).map(contractOfTool),
    groups: toolset.groups.map(({ name: group, description: text, tools }) => ({
      name: group,
      description: text,
      tools: [...tools].sort(compareText),
    })),
  };
}

function contractOfTool(tool: Tool): JsonObject {
  return {
    id: tool.id,
    name: tool.name,
    localName: tool.localName,
    title: tool.title,
    description: tool.description,
    input: tool.input.json,
    output: tool.output.json,
    annotations: plainData(tool.annotations),
    approval: tool.approval,
    tags: tool.tags,
    deprecated: tool.deprecated,
    lazy: tool.lazy,
    metadata: tool.metadata,
    trim: plainData(tool.trim),
    binding: plainData(tool.binding),
  };
}
