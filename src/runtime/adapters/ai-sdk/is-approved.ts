/** What a call needs of the SDK's options. Each version has a type of its own for them, and version 5 another name. */
export interface AiSdkExecution {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * Whether the SDK has settled the approval of this call. Version 7, which hands a `context` to each call, does so before it calls any tool.
 * Version 6 leaves the user's answer among the messages. Version 5 asks nobody, and neither does a program that calls `execute` by itself.
 */
export function isApproved(options: AiSdkExecution): boolean {
  if ("context" in options) return true;
  const parts = options.messages.flatMap(partsOf);
  const requests = parts.filter((part) => part["type"] === "tool-approval-request" && part["toolCallId"] === options.toolCallId);
  const ids = new Set(requests.map((part) => part["approvalId"]));
  const answers = parts.filter((part) => part["type"] === "tool-approval-response" && ids.has(part["approvalId"]));
  return answers.length > 0 && answers.every((part) => part["approved"] === true);
}

function partsOf(message: unknown): readonly { readonly [member: string]: unknown }[] {
  const { content } = message as { readonly content?: unknown }; // The SDK's messages are objects; what they hold is looked at here.
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}
