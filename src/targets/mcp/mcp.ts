import { diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { hintsOf } from "../../runtime/projection/mcp-hints.ts";
import { modelDescription } from "../../runtime/projection/model-view.ts";
import { selfContained } from "../../schema/closure.ts";
import { referencesOf } from "../../schema/references.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import { jsonText } from "../json-text.ts";
import type { ToolsetLayout } from "../layout.ts";
import { shownInput } from "../shown-input.ts";
import { type File, inSteps, type Target } from "../target.ts";
import { mcpTargetCodes, outputSchemasOmitted } from "./codes.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type McpOptions = DetailOptions & {
  /**
   * `auto` includes the output schemas if they have at most 16 KiB in total. The shared schemas that an output schema refers to are counted
   * with it.
   */
  readonly outputSchemas: "auto" | "always" | "never";
};

/** One file for each toolset: the result of MCP's `tools/list` (2025-11-25). */
export const mcpTarget: Target<McpOptions> = {
  name: "mcp",
  description: "The result of MCP's `tools/list` for each toolset.",
  page: "manifest.md",
  codes: mcpTargetCodes,
  options: {
    outputSchemas: {
      kind: "choice",
      description:
        "Whether tools have their output schemas. `auto`: if they have at most 16 KiB in total, each with the shared schemas that it refers to.",
      values: ["auto", "always", "never"],
      default: "auto",
    },
    detail: detailOption,
    depth: depthOption,
  },
  ...inSteps({ emitToolset: emitMcp }),
};

/** The maximum size of the output schemas of a tool list, in bytes of JSON. */
const maxOutput = 16 * 1024;

function emitMcp({ toolset, file }: ToolsetLayout, _program: unknown, { outputSchemas, ...view }: McpOptions): Outcome<File[]> {
  const closures = closuresIn(toolset);
  const isIncluded =
    outputSchemas === "always" || (outputSchemas === "auto" && closures.areSmall(toolset.tools.map(({ output }) => output.json)));
  const tools = toolset.tools.map((tool) => {
    return declarationOf(
      { ...tool, description: modelDescription(tool.description, view) },
      {
        inputSchema: shownInput(tool, toolset, view),
        ...(isIncluded ? { outputSchema: closures.whole(tool.output.json) } : {}),
      },
    );
  });
  const isOmitted = !isIncluded && outputSchemas === "auto";
  return {
    value: [{ path: `${file}.tools.json`, text: jsonText({ tools }, ["tools"]), toolset: toolset.name }],
    diagnostics: isOmitted ? [diagnostic(outputSchemasOmitted, { toolset: toolset.name }, toolset.origin, { toolset: toolset.name })] : [],
  };
}

function declarationOf({ name, title, description, annotations }: Tool, schemas: JsonObject): JsonObject {
  return {
    name,
    ...(title === "" ? {} : { title }),
    description,
    ...schemas,
    annotations: hintsOf(annotations),
  };
}

/**
 * Creates functions for a schema and the shared schemas that it refers to: one compares their size with the limit, the other returns them
 * as `$defs`.
 */
function closuresIn({ schemas }: Toolset) {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string): number => {
    const found = sizes.get(name) ?? bytesOf(schemas.get(name)?.json ?? {}) + name.length + 4;
    sizes.set(name, found);
    return found;
  };
  return {
    /**
     * Whether the total size of `all` is at most about `maxOutput` bytes. The shared schemas that a schema refers to are counted with it.
     */
    areSmall(all: readonly JsonObject[]): boolean {
      let size = 0;
      return all.every((schema) => {
        size += bytesOf(schema);
        const seen = new Set<string>();
        const open = [...referencesOf(schema)];
        for (let name = open.pop(); name !== undefined && size <= maxOutput; name = open.pop()) {
          if (seen.has(name)) continue;
          seen.add(name);
          size += sizeOf(name);
          open.push(...referencesOf(schemas.get(name)?.json ?? {}));
        }
        return size <= maxOutput;
      });
    },
    /** The schema with the shared schemas that it refers to. MCP requires `type: object` at the root. */
    whole(schema: JsonObject): JsonObject {
      const { type: _type, ...rest } = selfContained(schema, schemas);
      return { type: "object", ...rest };
    },
  };
}

function bytesOf(value: JsonObject): number {
  // Each UTF-16 code unit is counted as one byte. That is exact for ASCII, and nearly all JSON is ASCII.
  return JSON.stringify(value).length;
}
