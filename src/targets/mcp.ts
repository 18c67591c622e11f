import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { Program, Tool, Toolset } from "../ir/ir.ts";
import { modelDescription } from "../runtime/projection/model-view.ts";
import { selfContained } from "../schema/closure.ts";
import { referencesOf } from "../schema/references.ts";
import type { JsonObject } from "../source/json.ts";
import { type DetailOptions, depthOption, detailOption } from "./detail-options.ts";
import { jsonText } from "./json-text.ts";
import { layOut } from "./layout.ts";
import { shownInput } from "./shown-input.ts";
import type { File, Target } from "./target.ts";

// An alias, so that it is JSON too.
export type McpOptions = DetailOptions & {
  /** `auto`: an output schema is given while it and all that it reaches take no more than 16 KiB. */
  readonly outputSchemas: "auto" | "always" | "never";
};

const outputSchemasLeftOut: Code<{ toolset: string; count: number; of: number }> = {
  code: "output-schemas-left-out",
  severity: "note",
  message: ({ toolset, count, of }) => `${count} of ${of} output schemas of "${toolset}" are over 16 KiB and not in the list.`,
  help: "Each client gets the whole list, and each schema in it contains all that it refers to. Set `outputSchemas` to `always` to include them all.",
};

export const mcpTargetCodes: readonly Code<never>[] = [outputSchemasLeftOut];

/** The result of MCP's `tools/list` (2025-11-25), one file a toolset. */
export const mcp: Target<McpOptions> = {
  name: "mcp",
  description: "The result of MCP's `tools/list` for each toolset.",
  options: {
    outputSchemas: {
      kind: "choice",
      description:
        "Which tools have their output schema. `auto`: those whose output schema, with all that it refers to, has at most 16 KiB.",
      values: ["auto", "always", "never"],
      standard: "auto",
    },
    detail: detailOption,
    depth: depthOption,
  },
  emit: emitMcp,
};

/** The most that an output schema may take, in bytes of JSON. */
const maxOutput = 16 * 1024;

function emitMcp(program: Program, { outputSchemas, ...view }: McpOptions): Outcome<File[]> {
  const diagnostics: Diagnostic[] = [];
  const files = layOut(program).map(({ toolset, file }): File => {
    const closures = closuresIn(toolset);
    let leftOut = 0;
    const tools = toolset.tools.map((tool) => {
      const isGiven = outputSchemas === "always" || (outputSchemas === "auto" && closures.size(tool.output.json) <= maxOutput);
      if (!isGiven) leftOut++;
      return declarationOf(
        { ...tool, description: modelDescription(tool.description, view) },
        {
          inputSchema: shownInput(tool, toolset, view),
          ...(isGiven ? { outputSchema: closures.whole(tool.output.json) } : {}),
        },
      );
    });
    if (leftOut > 0 && outputSchemas === "auto") {
      const params = { toolset: toolset.name, count: leftOut, of: tools.length };
      diagnostics.push(diagnostic(outputSchemasLeftOut, params, toolset.origin, { toolset: toolset.name }));
    }
    return { path: `${file}.tools.json`, text: jsonText({ tools }, ["tools"]), toolset: toolset.name };
  });
  return { value: files, diagnostics };
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
    /** About as many bytes as `whole` takes; once over the limit it stops counting. */
    size(schema: JsonObject): number {
      let size = bytesOf(schema);
      const seen = new Set<string>();
      const open = [...referencesOf(schema)];
      for (let name = open.pop(); name !== undefined && size <= maxOutput; name = open.pop()) {
        if (seen.has(name)) continue;
        seen.add(name);
        size += sizeOf(name);
        open.push(...referencesOf(schemas.get(name)?.json ?? {}));
      }
      return size;
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
