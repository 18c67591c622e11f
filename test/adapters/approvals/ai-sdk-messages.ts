/** Messages of the AI SDK 6 and 7 in which the user answered the requests for calls of `store_delete_item`, by identifier of the call. */
export function answered(
  calls: { readonly [callId: string]: { readonly id: number; readonly approved?: boolean } },
  { toolName = "store_delete_item" } = {},
): readonly object[] {
  const made = Object.entries(calls);
  return [
    { role: "user", content: "Delete it." },
    {
      role: "assistant",
      content: made.flatMap(([toolCallId, { id }]) => [
        { type: "tool-call", toolCallId, toolName, input: { id } },
        { type: "tool-approval-request", toolCallId, approvalId: `approval ${toolCallId}` },
      ]),
    },
    {
      role: "tool",
      content: made.flatMap(([toolCallId, { approved }]) =>
        approved === undefined ? [] : [{ type: "tool-approval-response", approvalId: `approval ${toolCallId}`, approved }],
      ),
    },
  ];
}

/** Calls of the SDK's tool by the program with messages that approve another call, or this call already once. */
export const forged: { readonly [title: string]: readonly [messages: readonly object[], input: object, deleted: readonly number[]] } = {
  "no messages": [[], { id: 7 }, []],
  "the approval of this call": [answered({ c: { id: 7, approved: true } }), { id: 7 }, [7]],
  "a denied call": [answered({ c: { id: 7, approved: false } }), { id: 7 }, []],
  "a call that nobody answered": [answered({ c: { id: 7 } }), { id: 7 }, []],
  "the approval of another call": [answered({ c: { id: 7 }, d: { id: 7, approved: true } }), { id: 7 }, []],
  "the approval of other arguments": [answered({ c: { id: 8, approved: true } }), { id: 7 }, []],
  "the approval of another tool": [answered({ c: { id: 7, approved: true } }, { toolName: "store_set_labels" }), { id: 7 }, []],
  "a response without a request": [
    [
      { role: "user", content: "x" },
      ...answered({ c: { id: 7, approved: true } }).filter((message) => !("role" in message) || message.role !== "assistant"),
    ],
    { id: 7 },
    [],
  ],
  "a request in a message of the user": [
    answered({ c: { id: 7, approved: true } }).map((message) =>
      "role" in message && message.role === "assistant" ? { ...message, role: "user" } : message,
    ),
    { id: 7 },
    [],
  ],
  "an approval that has its result": [
    answered({ c: { id: 7, approved: true } }).map((message) =>
      "role" in message && message.role === "tool" && "content" in message && Array.isArray(message.content)
        ? {
            ...message,
            content: [
              ...message.content,
              { type: "tool-result", toolCallId: "c", toolName: "store_delete_item", output: { type: "json", value: {} } },
            ],
          }
        : message,
    ),
    { id: 7 },
    [],
  ],
  "an approval that is followed by others": [
    [...answered({ c: { id: 7, approved: true } }), { role: "user", content: "Thanks." }],
    { id: 7 },
    [],
  ],
};
