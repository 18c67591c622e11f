import { repairArguments } from "../../repair/repair-arguments.ts";
import type { Tool } from "../../tool/tool.ts";

/** The SDK's `repairToolCall`. It returns `null` if the call cannot be repaired: the model then receives the error. */
export type RepairToolCall = <Call extends { readonly toolName: string; readonly input: string }>(options: {
  readonly toolCall: Call;
}) => Promise<Call | null>;

export function repairToolCall(tools: ReadonlyMap<string, Tool>): RepairToolCall {
  return async ({ toolCall }) => {
    const tool = tools.get(toolCall.toolName);
    const input = tool === undefined ? undefined : repairArguments(tool, toolCall.input);
    return input === undefined ? null : { ...toolCall, input };
  };
}
