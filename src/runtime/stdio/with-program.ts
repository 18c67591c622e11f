import { withoutCredentials } from "../mcp/without-credentials.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { ToolError } from "../tool-error.ts";
import type { Program } from "./program.ts";
import type { ProgramTransport } from "./program-transport.ts";

/** Does what a program is to answer. An error says what became of the program, and holds nothing of what it was given. */
export async function withProgram<Value>(program: Program, running: ProgramTransport, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw withoutCredentials(explained(error, running), createRedactor(Object.values(program.env)));
  }
}

function explained(error: ToolError, running: ProgramTransport): ToolError {
  const ending = running.ending();
  const { tool, sent } = error;
  if (ending === undefined || error.code !== "network-error") return error;
  const { excess, how, wrote } = ending;
  if (excess !== undefined)
    return new ToolError(excess.code, `The server's answer ${excess.message}.${sent ? " The call was made." : ""}`, {
      tool,
      sent,
      details: { limit: excess.limit },
    });
  return new ToolError("network-error", `The program that is the server ${how}.`, { tool, sent, details: { reason: "ended", wrote } });
}
