import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import type { ToolError } from "../tool-error.ts";

/** One call on its way. What happens to its request is noted here, since the SDK does not tell. */
export interface Attempt {
  readonly call: Call<McpBinding>;
  readonly info: CallInfo;
  /** Whether the request may have reached the server. */
  sent: boolean;
  /** Forgets what the server did not accept as credentials. */
  refused: () => Promise<void>;
  /** What a hook of the caller threw. */
  thrown: { readonly error: unknown } | undefined;
  /** Ends the call, for a reason that the SDK would keep to itself. */
  fail(error: ToolError): void;
  /** Refused once `fail` was called. */
  readonly failed: Promise<never>;
}

export function createAttempt(call: Call<McpBinding>, info: CallInfo): Attempt {
  let fail: (error: ToolError) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Most calls do not wait for it any more when it happens.
  failed.catch(() => undefined);
  return { call, info, sent: false, refused: async () => undefined, thrown: undefined, fail, failed };
}
