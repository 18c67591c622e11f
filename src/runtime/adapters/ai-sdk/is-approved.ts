/** The members of the SDK's execution options that the adapters read. The complete type differs by version of the SDK. */
export interface AiSdkExecution {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * Whether the SDK has obtained approval for this call. Version 7 passes a `context` to each call, and requests approval before it calls a
 * tool. Version 6 adds the user's response to the messages. A call without either is not approved, such as a program's own call of
 * `execute`.
 */
export function isApproved(options: AiSdkExecution): boolean {
  if ("context" in options) return true;
  const parts = options.messages.flatMap(partsOf);
  const requests = parts.filter((part) => part["type"] === "tool-approval-request" && part["toolCallId"] === options.toolCallId);
  const ids = new Set(requests.map((part) => part["approvalId"]));
  const responses = parts.filter((part) => part["type"] === "tool-approval-response" && ids.has(part["approvalId"]));
  return responses.length > 0 && responses.every((part) => part["approved"] === true);
}

function partsOf(message: unknown): readonly { readonly [member: string]: unknown }[] {
  const { content } = message as { readonly content?: unknown }; // The cast is safe: the SDK's messages are objects. Their `content` is checked below.
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}
