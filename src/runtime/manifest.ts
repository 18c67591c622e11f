import type { Binding, Endpoint } from "./binding.ts";
import type { Transport } from "./call.ts";
import { client } from "./client.ts";
import { readingTools } from "./discovery/reading-tools.ts";
import { http } from "./http/http.ts";
import { ownMember } from "./json.ts";
import { withPages } from "./pages/compose-list.ts";
import { allParts } from "./parts.ts";
import type { JsonSchema, SharedSchema, SharedSchemaFunction } from "./schema/schema.ts";
import { bindingOf, createTool } from "./tool/define-tool.ts";
import type { Tool, ToolDefinition } from "./tool/tool.ts";
import { defineToolset } from "./toolset.ts";

/** The content of `toolset.json`, as `toolsetc schema manifest` describes it. */
export interface Manifest extends Omit<Endpoint, "kind"> {
  readonly formatVersion: string;
  readonly resource: "toolset" | "tool";
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: Endpoint["kind"];
  readonly schemas: { readonly [name: string]: JsonSchema };
  readonly tools: readonly ManifestTool[];
  readonly groups: readonly { readonly name: string; readonly description: string; readonly tools: readonly string[] }[];
}

/**
 * One tool of a manifest. It has the members that generated modules pass to `composeTool`, and its schemas refer to those in the manifest's
 * `schemas` by `#/$defs/<name>`.
 */
export interface ManifestTool extends Omit<ToolDefinition, "toolset" | "reader" | "input" | "output"> {
  readonly localName: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** In manifests of format 1: the whole binding, in place of a member that is named after its transport. */
  readonly binding?: Binding;
}

/**
 * The transports that have their own entry point: `mcp` from `@toolsetc/runtime/mcp`, and `connector` from `@toolsetc/runtime/connector`.
 * `trusting` from `@toolsetc/runtime/tls` is for toolsets whose definition has `caCerts`.
 */
export interface Transports {
  readonly mcp?: Transport | undefined;
  readonly connector?: Transport | undefined;
  readonly trusting?: (transport: Transport) => Transport;
}

/**
 * Creates the tools of a toolset from its manifest. They equal the tools of the generated modules. Throws for a manifest of a format that is
 * newer than this library.
 */
export function toolsOf(manifest: Manifest, transports: Transports = {}): Tool[] {
  if (!/^[12]\./.test(manifest.formatVersion))
    throw new Error(
      `The manifest of toolset "${manifest.name}" has format ${manifest.formatVersion}, but this version of toolsetc reads only formats 1 and 2. Use the version that compiled the manifest.`,
    );
  const { trusting = (transport) => transport } = transports;
  const { name, displayName, kind, definition, servers, securitySchemes, timeout, environments, defaultEnvironment } = manifest;
  const toolset = defineToolset({
    format: 2,
    name,
    displayName,
    connection: { kind, definition, servers, securitySchemes, timeout, environments, defaultEnvironment },
    transport: trusting(transportFor(manifest, transports)),
    uses: [allParts],
  });
  const link = linker(manifest.schemas);
  const tools = manifest.tools.map((tool) => ({ ...tool, binding: bindingIn(tool) }));
  const readerOf = readingTools(tools);
  return tools.map((tool) => {
    const made = createTool(
      { ...tool, toolset, uses: [], reader: readerOf(tool.binding), input: link(tool.input), output: link(tool.output) },
      () => tool.binding,
    );
    return tool.binding.transport === "http" && tool.binding.pages ? withPages(made) : made;
  });
}

/** The whole binding of a tool in a manifest. */
export function bindingIn(tool: ManifestTool): Binding {
  return tool.binding ?? bindingOf(tool, () => ({ tool: tool.name, parts: allParts }));
}

function transportFor({ kind, name }: Manifest, transports: Transports): Transport {
  const { mcp, connector } = transports;
  const known: { readonly [each in Endpoint["kind"]]: Transport | undefined } = { openapi: http, client, mcp, connector };
  // A manifest is unchecked data, so `kind` may be any string.
  const transport = ownMember(known, kind);
  if (transport === undefined)
    throw new Error(
      `Toolset "${name}" needs a transport for the kind "${kind}". Pass \`transports.${kind}\`, from "@toolsetc/runtime/${kind}".`,
    );
  return transport;
}

/**
 * Creates a function that replaces references to shared schemas by functions, as in generated modules. A tool then refers only to the
 * schemas that it uses.
 */
function linker(schemas: Manifest["schemas"]): (schema: JsonSchema) => object {
  const prefix = "#/$defs/";
  const functions = new Map<string, SharedSchemaFunction>();

  function shared(name: string): SharedSchemaFunction | undefined {
    const schema = ownMember(schemas, name);
    if (schema === undefined) return undefined;
    const known = functions.get(name);
    if (known !== undefined) return known;
    // A shared schema is linked only once, since many tools may share one large schema, and not before it is validated or shown.
    let linkedOnce: object | undefined;
    const once: SharedSchema = {
      name,
      get schema() {
        linkedOnce ??= link(schema);
        return linkedOnce;
      },
      stored: { schema, find: shared },
    };
    const made = () => once;
    functions.set(name, made);
    return made;
  }

  /**
   * Replaces the references in a value. Returns the value itself if it has no references, since most values have none and copies take time.
   */
  function linked(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(linked);
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    let copy: object | undefined;
    for (const [key, member] of Object.entries(value)) {
      const next = key === "$ref" ? linkedReference(member) : linked(member);
      if (next === member) continue;
      copy ??= { ...value };
      // Assigning to a member named `__proto__` would set the prototype of `copy`.
      Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true, writable: true });
    }
    return copy ?? value;
  }

  function linkedReference(value: unknown): unknown {
    if (typeof value !== "string" || !value.startsWith(prefix)) return linked(value);
    return shared(value.slice(prefix.length)) ?? value;
  }

  function link(schema: JsonSchema): object {
    if (typeof schema === "boolean") return schema ? {} : { not: {} };
    return linked(schema) as object; // The cast is safe: `linked` returns an object for an object.
  }

  return link;
}
