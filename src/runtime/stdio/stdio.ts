import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";
import { createMcp, type McpCaller } from "../mcp/mcp.ts";
import { nodeModules } from "../node-modules.ts";
import { programOf } from "./program.ts";
import { type ProgramTransport, programTransport } from "./program-transport.ts";
import { withProgram } from "./with-program.ts";

export type { McpCaller } from "../mcp/mcp.ts";

/**
 * The transport of MCP toolsets whose server is a local program. The first call starts it; calls with the same environment variables
 * share it. A toolset with an address is called as by `mcp`. It requires Node, unless the caller passes a client.
 */
export const stdio: McpCaller = /* @__PURE__ */ createStdio();

/** Creates such a transport with its own programs. */
export function createStdio(): McpCaller {
  const own = createMcp();
  const programs = new Map<string, ProgramTransport>();
  const transport = async (call: Call<Binding>): Promise<unknown> => {
    const nodeModule = nodeModules();
    const program = call.context.mcp === undefined && nodeModule !== undefined ? await programOf(call) : undefined;
    if (program === undefined || nodeModule === undefined) return own(call);
    const key = JSON.stringify([call.toolset.name, program]);
    const known = programs.get(key);
    // A program that has exited is started again; its state is lost.
    const running =
      known === undefined || known.ending() !== undefined ? programTransport(program, nodeModule("node:child_process")) : known;
    programs.set(key, running);
    return withProgram(program, running, (redact) => own({ ...call, redact, context: { ...call.context, mcp: running } }));
  };
  return Object.assign(transport, {
    async close() {
      programs.clear();
      await own.close();
    },
  });
}
