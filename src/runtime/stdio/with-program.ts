import { withoutCredentials } from "../mcp/without-credentials.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { ToolError } from "../tool-error.ts";
import type { ServerProgram } from "./program.ts";
import type { ProgramTransport } from "./program-transport.ts";

/** Runs `work`, which calls a program. An error states how the program ended, without its environment variables. */
export async function withProgram<Value>(program: ServerProgram, running: ProgramTransport, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw withoutCredentials(explainExit(error, running), createRedactor(Object.values(program.env)));
  }
}

function explainExit(error: ToolError, running: ProgramTransport): ToolError {
  const ending = running.ending();
  const { tool, sent } = error;
  if (ending === undefined || error.code !== "network-error") return error;
  const { limitError, how, errorOutput } = ending;
  if (limitError !== undefined)
    return new ToolError(limitError.code, `The server's response ${limitError.message}.${sent ? " The call was made." : ""}`, {
      tool,
      sent,
      details: { limit: limitError.limit },
    });
  return new ToolError("network-error", `The server's program ${how}.`, { tool, sent, details: { reason: "ended", wrote: errorOutput } });
}
