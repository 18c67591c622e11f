import type { Tool, Toolset } from "../ir/ir.ts";
import { closure } from "../schema/closure.ts";
import type { JsonSchema } from "../source/json/json.ts";
import { byteLength } from "../source/text/byte-length.ts";

/** A tool as `toolsetc list` prints it. */
export interface ListedTool {
  /** The display name of the tool's toolset. */
  readonly toolset: string;
  readonly id: string;
  readonly name: string;
  /** The HTTP method. Like `path`, it is empty for tools that are not HTTP operations. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly title: string;
  readonly description: string;
  /** The size in bytes of what a model reads: the name, the description, and the input schema with all schemas that it refers to. */
  readonly size: number;
}

/** Lists the tools of a toolset in the toolset's order. */
export function listTools({ displayName, tools, schemas }: Toolset): ListedTool[] {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string, schema: JsonSchema) => {
    const known = sizes.get(name) ?? byteLength(JSON.stringify(schema)) + byteLength(name) + 4;
    sizes.set(name, known);
    return known;
  };
  return tools.map((tool) => {
    const { id, name, title, description, tags, input } = tool;
    const { method, path } = requestOf(tool);
    const shared = [...closure(schemas, [input.json])].map((each) => sizeOf(each, schemas.get(each)?.json ?? {}));
    const size =
      byteLength(name) + byteLength(description) + byteLength(JSON.stringify(input.json)) + shared.reduce((sum, bytes) => sum + bytes, 0);
    return {
      toolset: displayName,
      id,
      name,
      method,
      path,
      tags,
      title,
      description,
      size,
    };
  });
}

function requestOf({ binding }: Tool): { readonly method: string; readonly path: string } {
  return binding.transport === "http" ? binding : { method: "", path: "" };
}
