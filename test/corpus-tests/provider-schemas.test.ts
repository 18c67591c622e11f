import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { toStrictJsonSchema } from "openai/lib/transform";
import { describe, expect, test } from "vitest";
import { analyze } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { project } from "../../src/runtime/projection/convert/project.ts";
import type { SchemaObject } from "../../src/runtime/projection/schema.ts";
import { selfContained } from "../../src/schema/closure.ts";
import { optionsOf } from "../compile-texts.ts";
import { openApiDocuments } from "../corpus/corpus.ts";
import { withoutPatterns, withoutTypesOfValues } from "../runtime/projection/anthropic-form.ts";

// What the providers' own SDKs make of our strict schemas has to be what they were.
describe("the input schemas of tools for each provider", () => {
  test.each(openApiDocuments)("follow the provider's rules: $file", { timeout: 60_000 }, async ({ folder, file: path }) => {
    const { program } = await analyze(createHost(folder), optionsOf({ input: { kind: "openapi", path, include: [], exclude: [] } }));
    for (const toolset of program.toolsets) {
      for (const tool of toolset.tools) {
        const schema = selfContained(tool.input.json, toolset.schemas);
        const [openai, anthropic] = [project(schema, "openai-strict"), project(schema, "anthropic-strict")];
        if (openai.refusals.length === 0) expect(toStrictJsonSchema(sdkSchema(openai.schema)), tool.name).toEqual(openai.schema);
        if (anthropic.refusals.length === 0)
          expect(transformJSONSchema(withoutPatterns(anthropic.schema)), tool.name).toEqual(
            withoutTypesOfValues(withoutPatterns(anthropic.schema)),
          );
        for (const lenient of ["openai", "anthropic"] as const) expect(project(schema, lenient).refusals, tool.name).toEqual([]);
      }
    }
  });
});

/** OpenAI's type has an interface for schemas, and ours are plain JSON. */
function sdkSchema(schema: SchemaObject): Parameters<typeof toStrictJsonSchema>[0] {
  return schema as Parameters<typeof toStrictJsonSchema>[0];
}
