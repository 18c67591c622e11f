import { authenticate, type Credentials } from "../auth/authenticate.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { ToolError } from "../tool-error.ts";
import type { PreparedRequest } from "./request.ts";

export interface Authorized {
  readonly request: Request;
  /** To be called when the service does not accept the credentials. */
  readonly refused: () => Promise<void>;
  /** An error without the credentials, which an answer may quote. */
  readonly hide: (error: unknown) => unknown;
}

/** The request with the caller's credentials. They are asked for at each attempt, since they may have run out by the next. */
export async function authorized(prepared: PreparedRequest, info: CallInfo, call: Call<HttpBinding>): Promise<Authorized> {
  const credentials = await authenticate(call, { security: info.security, address: prepared.address });
  const request = await throughHook(prepared.create(credentials), info, call);
  return { request, refused: credentials.refused, hide: (error) => hideIn(error, credentials) };
}

function hideIn(error: unknown, { hide }: Credentials): unknown {
  if (!(error instanceof ToolError) || typeof error.details["body"] !== "string") return error;
  const { code, message, tool, sent, details, cause } = error;
  return new ToolError(code, message, { tool, sent, details: { ...details, body: hide(error.details["body"]) }, cause });
}

/** The `authorize` hook has the last word. */
async function throughHook(request: Request, info: CallInfo, call: Call<HttpBinding>): Promise<Request> {
  const { authorize } = call.context;
  if (authorize === undefined) return request;
  let result: Request;
  try {
    result = await authorize(request, info);
  } catch {
    // The hook's own error may tell the credential.
    throw new ToolError("authorization-failed", "The `authorize` hook failed.", { tool: call.tool, sent: false });
  }
  if (new URL(result.url).origin !== new URL(request.url).origin) {
    throw new ToolError("authorization-failed", "The `authorize` hook sent the request to another origin.", {
      tool: call.tool,
      sent: false,
    });
  }
  return result.redirect === "manual" ? result : new Request(result, { redirect: "manual" });
}
