import { nameOfReference, referredValue } from "../auth/find-credential.ts";
import type { Call } from "../call.ts";
import { definedMember } from "../environment/defined-member.ts";
import { isRecord } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** A program that is an MCP server: what is started, and the environment variables that it gets beside the usual ones. */
export interface Program {
  readonly command: readonly string[];
  /** Their values are secrets. */
  readonly env: { readonly [name: string]: string };
}

/** The program of a toolset's definition; `undefined` where the server is reached over HTTP. */
export async function programOf(call: Call<unknown>): Promise<Program | undefined> {
  const stdio = definedMember(call, ["mcpToolset", "stdio"]);
  if (!isRecord(stdio)) return undefined;
  const { command, env = {} } = stdio;
  const words = Array.isArray(command) ? command.filter((word) => typeof word === "string") : [];
  const references = Object.entries(isRecord(env) ? env : {}).flatMap(([name, reference]) =>
    typeof reference === "string" ? [{ name, reference }] : [],
  );
  const values = await Promise.all(
    references.map(async ({ name, reference }) => ({ name, reference, value: await referredValue(reference, call) })),
  );
  const missing = values.filter(({ value }) => value === undefined).map(({ reference }) => nameOfReference(reference));
  if (missing.length > 0) {
    throw new ToolError(
      "missing-credentials",
      `No program was started, since it needs environment variables. Give ${missing.join(" and ")}.`,
      {
        tool: call.tool,
        sent: false,
        details: { toolset: call.toolset.name, missing: [missing] },
      },
    );
  }
  return { command: words, env: Object.fromEntries(values.map(({ name, value = "" }) => [name, value])) };
}
