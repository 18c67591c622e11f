import { optionOf, resolveReference } from "../auth/references.ts";
import type { Call } from "../call.ts";
import { definedMember } from "../environment/defined-member.ts";
import { isRecord } from "../json.ts";
import { optionText } from "../missing-option.ts";
import { unsentError } from "../tool-error.ts";

/** A program that is an MCP server: its command, and the environment variables that it does not inherit. */
export interface ServerProgram {
  readonly command: readonly string[];
  /** The environment variables, whose values are secrets. */
  readonly env: { readonly [name: string]: string };
}

/**
 * Returns the program in a toolset's definition, with the values of its environment variables; `undefined` if the server has an HTTP
 * address.
 */
export async function programOf(call: Call<unknown>): Promise<ServerProgram | undefined> {
  const stdio = definedMember(call, ["mcpToolset", "stdio"]);
  if (!isRecord(stdio)) return undefined;
  const { command, env = {} } = stdio;
  const words = Array.isArray(command) ? command.filter((word) => typeof word === "string") : [];
  const references = Object.entries(isRecord(env) ? env : {}).flatMap(([name, reference]) =>
    typeof reference === "string" ? [{ name, reference }] : [],
  );
  const values = await Promise.all(
    references.map(async ({ name, reference }) => ({ name, reference, value: await resolveReference(reference, call) })),
  );
  const missing = values.filter(({ value }) => value === undefined).map(({ reference }) => optionOf(reference));
  if (missing.length > 0) {
    throw unsentError(
      "missing-credentials",
      `Environment variables for the program of the MCP server are missing, so the program was not started. Pass ${missing.map(optionText).join(" and ")}.`,
      call.tool,
      { toolset: call.toolset.name, missing: [missing.map(optionText)], options: missing },
    );
  }
  return { command: words, env: Object.fromEntries(values.map(({ name, value = "" }) => [name, value])) };
}
