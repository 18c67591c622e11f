import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";
import { createMcp, type McpCaller } from "../mcp/mcp.ts";
import { nodeModules } from "../node-modules.ts";
import { programOf } from "./program.ts";
import { type ProgramTransport, programTransport } from "./program-transport.ts";
import { withProgram } from "./with-program.ts";

export type { McpCaller } from "../mcp/mcp.ts";

/**
 * The transport of MCP toolsets whose server is a program that is started, with the first call; calls with the same environment variables
 * share it. A toolset with an address is called as by `mcp`. It needs Node, and refuses the call elsewhere, unless the caller gives a client.
 */
export const stdio: McpCaller = /* @__PURE__ */ createStdio();

/** Another such transport, with programs of its own. */
export function createStdio(): McpCaller {
  const own = createMcp();
  const programs = new Map<string, ProgramTransport>();
  const transport = async (call: Call<Binding>): Promise<unknown> => {
    const nodeModule = nodeModules();
    const program = call.context.mcp === undefined && nodeModule !== undefined ? await programOf(call) : undefined;
    if (program === undefined || nodeModule === undefined) return own(call);
    const key = JSON.stringify([call.toolset.name, program]);
    const known = programs.get(key);
    // One that has ended is started anew, and has forgotten whatever it knew.
    const running =
      known === undefined || known.ending() !== undefined ? programTransport(program, nodeModule("node:child_process")) : known;
    programs.set(key, running);
    return withProgram(program, running, () => own({ ...call, context: { ...call.context, mcp: running } }));
  };
  return Object.assign(transport, {
    async close() {
      programs.clear();
      await own.close();
    },
  });
}
