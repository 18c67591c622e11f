import { authenticate } from "../auth/authenticate.ts";
import { applyAuthorizeHook } from "../auth/authorize-hook.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { redactSecrets } from "../response/redact-secrets.ts";
import type { PreparedRequest } from "./request.ts";

/** A request that can be sent. */
export interface AuthorizedRequest {
  readonly request: Request;
  /** To be called when the service rejects the credentials. */
  readonly invalidate: () => Promise<void>;
  /** Removes the credentials from text that the service sent, since it may quote them. */
  readonly redact: (text: string) => string;
}

/** Adds the caller's credentials to a request. They are found again for each attempt, since they may have expired. */
export async function authorizeRequest(prepared: PreparedRequest, info: CallInfo, call: Call<HttpBinding>): Promise<AuthorizedRequest> {
  const credentials = await authenticate(call, { security: info.security, address: prepared.address });
  const created = prepared.create(credentials);
  // Read before the hook runs, since the hook may change the headers of this request.
  const own = possibleSecrets(created);
  const authorized = await applyAuthorizeHook(created, info, call);
  const added = possibleSecrets(authorized).filter((text) => !own.includes(text));
  // The hook may have created a new request.
  const request = authorized.redirect === "manual" ? authorized : new Request(authorized, { redirect: "manual" });
  return {
    request,
    invalidate: credentials.invalidate,
    redact: (text) => redactSecrets(credentials.redact(text), added),
  };
}

/** The strings in a request that may be credentials: header values, also without their scheme, and query values. */
function possibleSecrets({ headers, url }: Request): readonly string[] {
  const values = [...headers.values()];
  return [...values, ...values.map((value) => value.replace(/^\S+ /, "")), ...new URL(url).searchParams.values()];
}
