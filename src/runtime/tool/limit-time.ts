import { ToolError } from "../tool-error.ts";
import { startDeadline } from "../transport/deadline.ts";
import type { Tool } from "./tool.ts";

/** Applies the toolset's timeout to a tool, since its handler may wait for a person. */
export function limitTime(tool: Tool): Tool {
  return {
    ...tool,
    async execute(input, context = {}) {
      // An aborted call is executed without a deadline, so that the tool rejects it: the promise of the deadline would reject before any
      // code awaits it.
      if (context.signal?.aborted === true) return tool.execute(input, context);
      const deadline = startDeadline({ tool: tool.name, toolset: tool.toolset, context });
      try {
        return await deadline.within(tool.execute(input, { ...context, signal: deadline.signal }));
      } catch (error) {
        throw error instanceof ToolError ? error : (deadline.reason(true) ?? error);
      } finally {
        deadline.stop();
      }
    },
  };
}
