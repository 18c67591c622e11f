import { authenticate } from "../auth/authenticate.ts";
import { throughHook } from "../auth/authorize-hook.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { redactSecrets } from "../response/redact-secrets.ts";
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
  const created = prepared.create(credentials);
  // The hook may change the request itself.
  const own = textsOf(created);
  const signed = await throughHook(created, info, call);
  const added = textsOf(signed).filter((text) => !own.includes(text));
  // A hook may have made it anew.
  const request = signed.redirect === "manual" ? signed : new Request(signed, { redirect: "manual" });
  return {
    request,
    refused: credentials.refused,
    hide: (error) => hideIn(error, (text) => redactSecrets(credentials.hide(text), added)),
  };
}

/** What the hook may have put on a request as a credential; of a header also what follows the scheme. */
function textsOf({ headers, url }: Request): readonly string[] {
  const values = [...headers.values()];
  return [...values, ...values.map((value) => value.replace(/^\S+ /, "")), ...new URL(url).searchParams.values()];
}

/** Whatever of the error may be the service's words. */
function hideIn(error: unknown, hide: (text: string) => string): unknown {
  if (!(error instanceof ToolError)) return error;
  const { code, message, tool, sent, details, cause } = error;
  const hidden = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "string" ? hide(value).slice(0, maxErrorText) : value,
  ]);
  return new ToolError(code, hide(message), { tool, sent, details: Object.fromEntries(hidden), cause });
}
