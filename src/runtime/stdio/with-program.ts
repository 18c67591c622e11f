import { withoutCredentials } from "../auth/without-credentials.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { ToolError } from "../tool-error.ts";
import type { ServerProgram } from "./program.ts";
import type { ProgramTransport } from "./program-transport.ts";

/**
 * Runs `work`, which calls a program. `redact` removes the values of the program's environment variables from a text. If `work` fails
 * because the program ended, the error states how it ended.
 */
export async function withProgram<Value>(
  program: ServerProgram,
  running: ProgramTransport,
  work: (redact: (text: string) => string) => Promise<Value>,
): Promise<Value> {
  const redact = createRedactor(Object.values(program.env));
  try {
    return await work(redact);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw withoutCredentials(explainExit(error, running), redact);
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
