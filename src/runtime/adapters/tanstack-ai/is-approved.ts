import { canonicalJson, isRecord, ownMember, type UnknownRecord } from "../../json.ts";
import { isFirstUse } from "../../tool/approval.ts";

/** The options of the SDK's `chat` that have the decisions of users. The SDK does not pass them to tools. */
export interface ChatRecord {
  readonly messages?: readonly unknown[] | undefined;
  readonly resume?: readonly unknown[] | undefined;
}

/**
 * Whether a user approved this call: in `resume`, which answers the interrupt of the call, or in the call's part of a UI message. The call
 * must be in the messages, with this tool and these arguments, or those to which the user changed them. A decision counts once.
 */
export function isApprovedInChat(chat: ChatRecord, toolCallId: string | undefined, tool: string, input: unknown): boolean {
  const { messages = [], resume = [] } = chat;
  const call = messages
    .filter(isRecord)
    .flatMap(callsIn)
    .findLast(({ id }) => id === toolCallId);
  if (call === undefined) return false;
  const interrupt = `approval_${toolCallId}`;
  const resumed = resume.filter(isRecord).filter(({ interruptId }) => interruptId === interrupt);
  const payloads = resumed.map(({ status, payload }) => (status === "resolved" && isRecord(payload) ? payload : {}));
  const decisions = [...payloads, ...(call.decision?.["id"] === interrupt ? [call.decision] : [])];
  const args = payloads.findLast(({ editedArgs }) => editedArgs !== undefined)?.["editedArgs"] ?? parsed(call.arguments);
  return (
    call.name === tool &&
    canonicalJson(args) === canonicalJson(input) &&
    decisions.length > 0 &&
    decisions.every(({ approved }) => approved === true) &&
    isFirstUse(chat, interrupt)
  );
}

interface RecordedCall {
  readonly id: unknown;
  readonly name: unknown;
  readonly arguments: unknown;
  /** The decision on the call, which a UI message has. */
  readonly decision?: UnknownRecord | undefined;
}

/** The calls in a message for the model, or in a UI message. */
function callsIn({ role, toolCalls, parts }: UnknownRecord): RecordedCall[] {
  if (role !== "assistant") return [];
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isRecord) : [];
  const ofUser = Array.isArray(parts) ? parts.filter(isRecord).filter(({ type }) => type === "tool-call") : [];
  return [
    ...calls.map(({ id, function: called }) => ({ id, name: ownMember(called, "name"), arguments: ownMember(called, "arguments") })),
    ...ofUser.map(({ id, name, arguments: given, state, approval }) => ({
      id,
      name,
      arguments: given,
      decision: state === "approval-responded" && isRecord(approval) ? approval : undefined,
    })),
  ];
}

/** The arguments that a model wrote; `undefined` if they are not JSON. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text) || "{}");
  } catch {
    return undefined;
  }
}
