import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";
import { createMcp, type McpCaller } from "../mcp/mcp.ts";
import { nodeModules } from "../node-modules.ts";
import { programOf } from "./program.ts";
import { type ProgramTransport, programTransport } from "./program-transport.ts";
import { withProgram } from "./with-program.ts";

export type { McpCaller } from "../mcp/mcp.ts";

/**
 * The transport of MCP toolsets whose server is a local program. The first call starts the program, and calls with the same environment
 * variables share it. A toolset whose server has an HTTP address is called as with the transport `mcp`. Programs require Node, unless the
 * caller passes a client.
 */
export const stdio: McpCaller = /* @__PURE__ */ createStdio();

/**
 * The maximum number of running programs: one is started for each user with different credentials. If there are more, the least recently
 * used program without calls in progress is ended.
 */
const maxPrograms = 20;

interface RunningProgram {
  readonly transport: ProgramTransport;
  /** The number of calls in progress. */
  calls: number;
}

/** Creates a transport like `stdio` that shares no programs with other transports. */
export function createStdio(): McpCaller {
  const own = createMcp();
  const programs = new Map<string, RunningProgram>();
  const transport = async (call: Call<Binding>): Promise<unknown> => {
    const nodeModule = nodeModules();
    const program = call.context.mcp === undefined && nodeModule !== undefined ? await programOf(call) : undefined;
    if (program === undefined || nodeModule === undefined) return own(call);
    const key = JSON.stringify([call.toolset.name, program]);
    const known = programs.get(key);
    // A program that has exited is started again, without its previous state.
    const running =
      known === undefined || known.transport.ending() !== undefined
        ? { transport: programTransport(program, nodeModule("node:child_process")), calls: 0 }
        : known;
    // Inserting the program again keeps the map ordered by last use.
    programs.delete(key);
    programs.set(key, running);
    running.calls++;
    if (programs.size > maxPrograms) endOldest();
    try {
      const mcp = running.transport;
      return await withProgram(program, mcp, (redact) => own({ ...call, redact, context: { ...call.context, mcp } }));
    } finally {
      running.calls--;
    }
  };

  function endOldest(): void {
    for (const [key, { transport: oldest, calls }] of programs) {
      if (calls > 0) continue;
      programs.delete(key);
      void oldest.close();
      return;
    }
  }

  return Object.assign(transport, {
    async close() {
      programs.clear();
      await own.close();
    },
  });
}
