import { cutAtSentence } from "../../runtime/projection/text/cut-at-sentence.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { escapeUnit } from "../../source/text/escape-unit.ts";
import { type File, inSteps, type ProgramOutline, type Target } from "../target.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type McpRegistryOptions = {
  readonly name: string;
  readonly version: string;
  readonly url: string;
  readonly package: string;
};

/**
 * `server.json` of the MCP registry, with the address or package of the server that `toolsetc serve` starts. It does not list the tools.
 */
export const mcpRegistryTarget: Target<McpRegistryOptions> = {
  name: "mcp-registry",
  description: "`server.json`, which lists the server of `toolsetc serve` in the MCP registry.",
  page: "skill.md",
  codes: [],
  options: {
    name: {
      kind: "string",
      description: "The name in the registry.",
      form: { pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", name: "a reversed domain, a slash and a name, such as `com.example/shop`" },
      default: "",
      isRequired: true,
    },
    version: {
      kind: "string",
      description: "The version of the server.",
      form: { pattern: "^[0-9]+[.][0-9]+[.][0-9]+([-+][0-9A-Za-z.+-]+)?$", name: "a semantic version, such as `1.0.0`" },
      default: "",
      isRequired: true,
    },
    url: {
      kind: "string",
      description: "The address of the server for Streamable HTTP.",
      form: { pattern: "^https?://[^\\s]+$", name: "an http or https URL" },
      default: "",
    },
    package: {
      kind: "string",
      description: "The npm package that starts the server on stdio.",
      form: { pattern: "^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$", name: "the name of an npm package" },
      default: "",
    },
  },
  ...inSteps({ emitToolset: () => ({ value: [], diagnostics: [] }), emitProgram: emitServer }),
};

/** The longest description that the registry accepts. */
const maxDescription = 100;
const schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

function emitServer(program: ProgramOutline, { name, version, url, package: identifier }: McpRegistryOptions): File[] {
  const server: JsonObject = {
    $schema: schema,
    name,
    description: descriptionOf(program),
    version,
    ...(url === "" ? {} : { remotes: [{ type: "streamable-http", url }] }),
    ...(identifier === "" ? {} : { packages: [{ registryType: "npm", identifier, version, transport: { type: "stdio" } }] }),
  };
  // The indentation of one space marks the file as generated for `isGenerated`.
  return [{ path: "server.json", text: `${JSON.stringify(server, null, 1)}\n`.replace(/[^\n\x20-\x7e]/g, escapeUnit) }];
}

/** The description of the only toolset, or the number of tools and the names of the toolsets. */
function descriptionOf({ layouts }: ProgramOutline): string {
  const toolsets = layouts.map(({ toolset }) => toolset);
  const [first, ...others] = toolsets;
  const tools = toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const names = `${tools} tool${tools === 1 ? "" : "s"} of ${toolsets.map(({ displayName }) => displayName).join(", ")}`;
  const text = first !== undefined && others.length === 0 && first.description !== "" ? first.description : names;
  return cutAtSentence(text.replace(/\s+/g, " ").trim(), maxDescription);
}
