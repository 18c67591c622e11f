import { type Code, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { modelDescription } from "../runtime/projection/model-view.ts";
import { selfContained } from "../schema/closure.ts";
import { referencesOf } from "../schema/references.ts";
import type { JsonObject } from "../source/json.ts";
import { type DetailOptions, depthOption, detailOption } from "./detail-options.ts";
import { jsonText } from "./json-text.ts";
import type { ToolsetLayout } from "./layout.ts";
import { shownInput } from "./shown-input.ts";
import { type File, inSteps, type Target } from "./target.ts";

// An alias, so that it is JSON too.
export type McpOptions = DetailOptions & {
  /** `auto`: output schemas are given if they have at most 16 KiB in all, each with what it reaches. */
  readonly outputSchemas: "auto" | "always" | "never";
};

const outputSchemasLeftOut: Code<{ toolset: string }> = {
  code: "output-schemas-left-out",
  severity: "note",
  message: ({ toolset }) => `The output schemas of "${toolset}" have over 16 KiB in all and are not in the list.`,
  help: "Each client gets the whole list, each schema in it contains all that it refers to, and models hardly need those of outputs. Set `outputSchemas` to `always` to include them all.",
};

export const mcpTargetCodes: readonly Code<never>[] = [outputSchemasLeftOut];

/** The result of MCP's `tools/list` (2025-11-25), one file a toolset. */
export const mcp: Target<McpOptions> = {
  name: "mcp",
  description: "The result of MCP's `tools/list` for each toolset.",
  options: {
    outputSchemas: {
      kind: "choice",
      description: "Whether tools have their output schemas. `auto`: if they have at most 16 KiB in all, each with all that it refers to.",
      values: ["auto", "always", "never"],
      standard: "auto",
    },
    detail: detailOption,
    depth: depthOption,
  },
  ...inSteps({ emitToolset: emitMcp }),
};

/** The most that the output schemas of a list may take, in bytes of JSON. */
const maxOutput = 16 * 1024;

function emitMcp({ toolset, file }: ToolsetLayout, _program: unknown, { outputSchemas, ...view }: McpOptions): Outcome<File[]> {
  const closures = closuresIn(toolset);
  const isGiven =
    outputSchemas === "always" || (outputSchemas === "auto" && closures.areSmall(toolset.tools.map(({ output }) => output.json)));
  const tools = toolset.tools.map((tool) => {
    return declarationOf(
      { ...tool, description: modelDescription(tool.description, view) },
      {
        inputSchema: shownInput(tool, toolset, view),
        ...(isGiven ? { outputSchema: closures.whole(tool.output.json) } : {}),
      },
    );
  });
  const isLeftOut = !isGiven && outputSchemas === "auto";
  return {
    value: [{ path: `${file}.tools.json`, text: jsonText({ tools }, ["tools"]), toolset: toolset.name }],
    diagnostics: isLeftOut ? [diagnostic(outputSchemasLeftOut, { toolset: toolset.name }, toolset.origin, { toolset: toolset.name })] : [],
  };
}

function declarationOf({ name, title, description, annotations }: Tool, schemas: JsonObject): JsonObject {
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  return {
    name,
    ...(title === "" ? {} : { title }),
    description,
    ...schemas,
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: openWorld },
  };
}

/** Schemas that stand on their own. How large each shared schema is is found once. */
function closuresIn({ schemas }: Toolset) {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string): number => {
    const found = sizes.get(name) ?? bytesOf(schemas.get(name)?.json ?? {}) + name.length + 4;
    sizes.set(name, found);
    return found;
  };
  return {
    /** Whether schemas, each with what it reaches, take at most about `maxOutput`. */
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
    /** MCP wants an object at the root, and says so in the schema. */
    whole(schema: JsonObject): JsonObject {
      const { type: _type, ...rest } = selfContained(schema, schemas);
      return { type: "object", ...rest };
    },
  };
}

function bytesOf(value: JsonObject): number {
  const text = JSON.stringify(value);
  // In UTF-8 without making it: one byte a unit is right for nearly all of it, and enough for a limit.
  return text.length;
}
