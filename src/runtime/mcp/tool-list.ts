import { isObject } from "../json.ts";
import { anyResult } from "./any-result.ts";
import type { McpClient } from "./peer.ts";

/** A tool as the server lists it now. */
export interface ServerTool {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: { readonly [hint: string]: unknown };
}

export type ServerTools = ReadonlyMap<string, ServerTool>;

/** The list of a server's tools, read when it is first needed and whenever it may have changed since. */
export interface ToolList {
  current(timeout: number): Promise<ServerTools>;
  /** The server said that its list has changed. */
  forget(): void;
}

/** A server that cannot say that its list changed is asked again after this time, in milliseconds. */
const longestTrust = 60_000;

/** Pages of one list; a server that gives more is taken to go in circles. */
const mostPages = 200;

export function createToolList(client: McpClient, isHeard: () => boolean): ToolList {
  let reading: Promise<ServerTools> | undefined;
  let readAt = 0;
  return {
    current(timeout) {
      if (reading !== undefined && !isHeard() && Date.now() - readAt > longestTrust) reading = undefined;
      if (reading !== undefined) return reading;
      readAt = Date.now();
      const started = readAll(client, timeout);
      reading = started;
      started.catch(() => {
        if (reading === started) reading = undefined;
      });
      return started;
    },
    forget() {
      reading = undefined;
    },
  };
}

async function readAll(client: McpClient, timeout: number): Promise<ServerTools> {
  const tools = new Map<string, ServerTool>();
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: "tools/list", params }, anyResult, { timeout });
    const listed: unknown = isObject(page) ? page["tools"] : undefined;
    if (!Array.isArray(listed)) throw new SyntaxError("The server's answer to tools/list is no list of tools.");
    for (const tool of listed.filter(isObject)) {
      const { name, inputSchema, outputSchema, annotations } = tool;
      if (typeof name === "string")
        tools.set(name, { name, inputSchema, outputSchema, annotations: isObject(annotations) ? annotations : {} });
    }
    const next = isObject(page) ? page["nextCursor"] : undefined;
    if (typeof next !== "string" || next === "") return tools;
    if (seen.has(next) || seen.size >= mostPages) throw new SyntaxError("The server's list of tools does not end.");
    seen.add(next);
    cursor = next;
  }
}
