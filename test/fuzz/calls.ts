import { connector } from "../../src/runtime/connector/connector.ts";
import { type Context, ToolError } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import type { Json, JsonObject } from "../../src/source/json/json.ts";
import { randomOf, valueFor } from "../schema/values.ts";
import { type Compiled, manifestsOf } from "./compiled.ts";
import { type Fault, thrown } from "./fault.ts";
import type { FuzzedProject } from "./project.ts";

/** How tools that stand in a manifest are called. Nothing that they trust is looked at. */
export const transports = { mcp, connector, trusting: <T>(transport: T) => transport };

/** Whatever the tool, a call ends in an answer or in a `ToolError`. */
export async function calls(_project: FuzzedProject, { typescript }: Compiled): Promise<Fault[]> {
  const manifests = manifestsOf(typescript).filter(({ kind }) => kind === "openapi" || kind === "connector");
  const faults = manifests.flatMap((manifest) =>
    toolsOf(manifest, transports).map(async (tool, index): Promise<Fault[]> => {
      const { input = {} } = manifest.tools[index] ?? {};
      try {
        await tool.execute(valueOf(input, manifest.schemas, index), context);
        return [];
      } catch (error) {
        return error instanceof ToolError ? [] : [thrown("call", error)];
      }
    }),
  );
  return (await Promise.all(faults)).flat();
}

const context: Context = {
  baseUrl: "https://example.com/base",
  authorize: (request) => request,
  fetch: async (request) => {
    // What was made of the arguments is read, as the network would.
    const text = await request.text();
    return Response.json({ url: request.url, text });
  },
};

/** A value that the schema of a manifest was written for. */
export function valueOf(schema: unknown, schemas: Manifest["schemas"], seed: number): Json {
  const shared = schemas as { readonly [name: string]: JsonObject }; // It was read from JSON, as was the schema.
  return valueFor(schema as Json, (reference) => shared[reference.slice("#/$defs/".length)], randomOf(seed));
}
