import { authenticate } from "../auth/authenticate.ts";
import { applyAuthorizeHook } from "../auth/authorize-hook.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { redactSecrets } from "../response/redact-secrets.ts";
import { ToolError } from "../tool-error.ts";
import type { PreparedRequest } from "./request.ts";

/** The maximum characters of a failed response in its error. */
const maxErrorText = 4000;

/** A request that can be sent. */
export interface AuthorizedRequest {
  readonly request: Request;
  /** To be called when the service rejects the credentials. */
  readonly invalidate: () => Promise<void>;
  /** Removes credentials from an error, since responses may quote them, and shortens long texts. */
  readonly redact: (error: unknown) => unknown;
}

/** Adds the caller's credentials to a request. They are found again for each attempt, since they may have expired. */
export async function authorizeRequest(prepared: PreparedRequest, info: CallInfo, call: Call<HttpBinding>): Promise<AuthorizedRequest> {
  const credentials = await authenticate(call, { security: info.security, address: prepared.address });
  const created = prepared.create(credentials);
  // The hook may change the request itself.
  const own = textsOf(created);
  const signed = await applyAuthorizeHook(created, info, call);
  const added = textsOf(signed).filter((text) => !own.includes(text));
  // The hook may have created a new request.
  const request = signed.redirect === "manual" ? signed : new Request(signed, { redirect: "manual" });
  return {
    request,
    invalidate: credentials.invalidate,
    redact: (error) => redactError(error, (text) => redactSecrets(credentials.redact(text), added)),
  };
}

/** The texts that may be credentials: header values, also without their scheme, and query values. */
function textsOf({ headers, url }: Request): readonly string[] {
  const values = [...headers.values()];
  return [...values, ...values.map((value) => value.replace(/^\S+ /, "")), ...new URL(url).searchParams.values()];
}

/** Redacts everything in the error that may be text of the service. */
function redactError(error: unknown, hide: (text: string) => string): unknown {
  if (!(error instanceof ToolError)) return error;
  const { code, message, tool, sent, details, cause } = error;
  const hidden = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "string" ? hide(value).slice(0, maxErrorText) : value,
  ]);
  return new ToolError(code, hide(message), { tool, sent, details: Object.fromEntries(hidden), cause });
}
