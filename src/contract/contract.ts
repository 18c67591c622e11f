import type { Tool, Toolset } from "../ir/ir.ts";
import type { Json, JsonObject } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { plainData } from "./plain-data.ts";

/** The version of the formats of the contract and the lock. */
export const contractFormat = "1.1";

/**
 * The contract of a toolset: all of its data except origins and the values of environments, for which the placeholder `$env_var` remains.
 * Tools, shared schemas, and the tools of each group (an agent or a tag) are sorted by name. The members of schemas keep the order that the
 * model sees.
 */
export function contractOf(toolset: Toolset): JsonObject {
  const { resource, name, displayName, description, endpoint } = toolset;
  const { kind, definition, servers, securitySchemes, timeout } = endpoint;
  const schemas = [...toolset.schemas].sort(([a], [b]) => compareText(a, b)).map(([key, { json }]) => [key, json]);
  return {
    formatVersion: contractFormat,
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
    ...(tool.examples.length === 0 ? {} : { examples: tool.examples }),
    trim: plainData(tool.trim),
    binding: contractOfBinding(tool.binding),
  };
}

/** The binding of a tool. Without pages and waiting, it has the members that it had before these were recognized, so that older locks stay equal. */
function contractOfBinding(binding: Tool["binding"]): Json {
  if (binding.transport !== "http" && binding.transport !== "mcp") return plainData(binding);
  const { pages, waiting, ...others } = { pages: null, ...binding };
  return plainData({ ...others, ...(pages === null ? {} : { pages }), ...((waiting ?? null) === null ? {} : { waiting }) });
}
