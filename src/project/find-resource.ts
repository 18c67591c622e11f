import { isObject, type Json, member } from "../source/json.ts";
import type { Path, Tree } from "../source/tree.ts";
import { stemOf } from "./paths.ts";
import type { Resource } from "./project.ts";

const toolsetMembers = ["openApiToolset", "mcpToolset", "connectorToolset", "clientFunctionToolset"];
const toolMembers = [
  ...["openApiTool", "clientFunction", "connectorTool", "mcpTool", "pythonFunction", "googleSearchTool", "dataStoreTool"],
  ...["fileSearchTool", "systemTool", "agentTool", "widgetTool", "remoteAgentTool"],
];

const anyToolset = keyOf(toolsetMembers);
const anyMember = keyOf([...toolsetMembers, ...toolMembers]);
const isDocument = /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/;

/** Whether a text may hold a resource. It costs little, so that the other files of a folder are not parsed. */
export function mayHoldResource(text: string): boolean {
  return !isDocument.test(text) && anyMember.test(text);
}

/** The resource that a file holds: at its root, in a CreateToolsetRequest, or in a call of `create_toolset` (JSON-RPC, MCP). */
export function findResource(tree: Tree, app: string | undefined): Resource | undefined {
  const { data } = tree;
  // It is known by name at least, so that what was made of it before is not taken for what it says now.
  if (data === undefined)
    return mayHoldResource(tree.source.text)
      ? { resource: anyToolset.test(tree.source.text) ? "toolset" : "tool", tree, path: [], fallbackName: stemOf(tree.source.path), app }
      : undefined;
  const body = member(member(data, "params"), "arguments");
  const wrappers: readonly [Json | undefined, Path][] = [
    [body, ["params", "arguments"]],
    [data, []],
  ];
  for (const [wrapper, path] of wrappers) {
    for (const resource of ["toolset", "tool"] as const) {
      const inner = member(wrapper, resource);
      if (!isObject(inner) || !resources[resource](inner)) continue;
      const id = member(wrapper, `${resource}Id`) ?? member(wrapper, `${resource}_id`);
      return {
        resource,
        tree,
        path: [...path, resource],
        fallbackName: typeof id === "string" && id !== "" ? id : stemOf(tree.source.path),
        app,
      };
    }
  }
  if (!isObject(data)) return undefined;
  const resource = resources.toolset(data) ? "toolset" : resources.tool(data) ? "tool" : undefined;
  return resource && { resource, tree, path: [], fallbackName: stemOf(tree.source.path), app };
}

const resources = {
  toolset: (value: Json) => hasAny(value, toolsetMembers),
  tool: (value: Json) => hasAny(value, toolMembers),
};

function hasAny(value: Json, names: readonly string[]): boolean {
  return isObject(value) && names.some((name) => Object.hasOwn(value, name) || Object.hasOwn(value, snakeCase(name)));
}

/** One of these names as a key, in JSON and in YAML. */
function keyOf(names: readonly string[]): RegExp {
  return new RegExp(`(?:^|[\\s{,"'])(?:${names.flatMap((name) => [name, snakeCase(name)]).join("|")})["']?\\s*:`);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
