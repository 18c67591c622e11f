import { authenticate, type Credentials } from "../auth/authenticate.ts";
import { throughHook } from "../auth/authorize-hook.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { ToolError } from "../tool-error.ts";
import type { PreparedRequest } from "./request.ts";

/** Characters of a failed answer that its error keeps. */
const maxErrorText = 4000;

/** A request that can be sent. */
export interface Authorized {
  readonly request: Request;
  /** To be called when the service does not accept the credentials. */
  readonly refused: () => Promise<void>;
  /** An error with no more of the answer than its beginning, and without the credentials, which an answer may quote. */
  readonly hide: (error: unknown) => unknown;
}

/** The request with the caller's credentials. They are asked for at each attempt, since they may have run out by the next. */
export async function authorized(prepared: PreparedRequest, info: CallInfo, call: Call<HttpBinding>): Promise<Authorized> {
  const credentials = await authenticate(call, { security: info.security, address: prepared.address });
  const signed = await throughHook(prepared.create(credentials), info, call);
  // A hook may have made it anew.
  const request = signed.redirect === "manual" ? signed : new Request(signed, { redirect: "manual" });
  return { request, refused: credentials.refused, hide: (error) => hideIn(error, credentials) };
}

function hideIn(error: unknown, { hide }: Credentials): unknown {
  if (!(error instanceof ToolError) || typeof error.details["body"] !== "string") return error;
  const { code, message, tool, sent, details, cause } = error;
  return new ToolError(code, message, {
    tool,
    sent,
    details: { ...details, body: hide(error.details["body"]).slice(0, maxErrorText) },
    cause,
  });
}
