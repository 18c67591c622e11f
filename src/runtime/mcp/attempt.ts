import type { AppliedCredentials } from "../auth/found-credential.ts";
import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { callInfo } from "../transport/call-info.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import type { McpClient } from "./peer.ts";

/** A request to a server, and how its result is read. */
export interface PeerRequest<Read> {
  readonly method: "tools/call" | "tasks/get" | "tasks/result" | "tasks/cancel";
  /** The parameters of the request to the server of `client`. */
  readonly params: (client: McpClient) => object;
  readonly read: (result: unknown, attempt: Attempt) => Read;
}

/** The state of one attempt to call a tool. */
export interface Attempt extends Exchange {
  readonly call: Call<McpBinding>;
  /** The description of the call for hooks. */
  info: CallInfo;
  /** The origin of the server, for messages; `undefined` if the caller passed a client or a transport. */
  origin: string | undefined;
  /** Whether the request may have reached the server. */
  sent: boolean;
  /** Replaces or discards credentials that the server rejected. Returns whether the call may be made again. */
  renew: AppliedCredentials["renew"];
  /** Removes credentials from text that the server sent, since it may quote them. */
  redact: (text: string) => string;
  /** The error that a hook of the caller threw; `undefined` if no hook threw. */
  thrown: { readonly error: unknown } | undefined;
}

export function createAttempt(call: Call<McpBinding>, signal: AbortSignal): Attempt {
  return {
    ...createExchange(signal),
    call,
    info: callInfo(call, { security: [], usedSchemes: [] }),
    origin: undefined,
    sent: false,
    renew: async () => false,
    redact: call.redact ?? ((text) => text),
    thrown: undefined,
  };
}

export function isAttempt(exchange: Exchange | undefined): exchange is Attempt {
  return exchange !== undefined && "call" in exchange;
}
