import { canonicalJson, isRecord } from "../../json.ts";
import { isFirstUse } from "../../tool/approval.ts";

/** The members of the SDK's execution options that the adapters read. The complete type differs by version of the SDK. */
export interface AiSdkExecution {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * Whether the SDK has recorded that a user approved this call. In versions 6 and 7, the record is in the messages: the call and the request
 * for its approval in an assistant's message, and the response in the last message, which has no result of the call yet. The record of
 * another call, tool or input does not count, and one record counts once. `tool` is the object whose calls are counted.
 */
export function isApproved({ toolCallId, messages }: AiSdkExecution, tool: { readonly name: string }, input: unknown): boolean {
  const ofCall = messages.flatMap((message) => partsOf(message, "assistant")).filter((part) => part["toolCallId"] === toolCallId);
  const call = ofCall.findLast(({ type }) => type === "tool-call");
  const isSame = call?.["toolName"] === tool.name && canonicalJson(call["input"] ?? {}) === canonicalJson(input ?? {});
  const ids = ofCall.filter(({ type }) => type === "tool-approval-request").map((part) => part["approvalId"]);
  const decided = partsOf(messages.at(-1), "tool");
  const responses = decided.filter((part) => part["type"] === "tool-approval-response" && ids.includes(part["approvalId"]));
  return (
    isSame &&
    responses.length > 0 &&
    responses.every(({ approved }) => approved === true) &&
    !decided.some((part) => part["type"] === "tool-result" && part["toolCallId"] === toolCallId) &&
    isFirstUse(tool, String(responses[0]?.["approvalId"]))
  );
}

/** The parts of a message; empty if it has another role. */
function partsOf(message: unknown, role: string): readonly { readonly [member: string]: unknown }[] {
  return isRecord(message) && message["role"] === role && Array.isArray(message["content"]) ? message["content"].filter(isRecord) : [];
}
