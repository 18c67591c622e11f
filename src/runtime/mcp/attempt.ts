import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { createExchange, type Exchange } from "./exchange.ts";

/** One call on its way. */
export interface Attempt extends Exchange {
  readonly call: Call<McpBinding>;
  readonly info: CallInfo;
  /** Whether the request may have reached the server. */
  sent: boolean;
  /** Forgets what the server did not accept as credentials. */
  refused: () => Promise<void>;
  /** A text of the server without the credentials, which it may quote. */
  hide: (text: string) => string;
  /** What a hook of the caller threw. */
  thrown: { readonly error: unknown } | undefined;
}

export function createAttempt(call: Call<McpBinding>, info: CallInfo, signal: AbortSignal): Attempt {
  return {
    ...createExchange(signal),
    call,
    info,
    sent: false,
    refused: async () => undefined,
    hide: (text) => text,
    thrown: undefined,
  };
}

export function isAttempt(exchange: Exchange | undefined): exchange is Attempt {
  return exchange !== undefined && "call" in exchange;
}
