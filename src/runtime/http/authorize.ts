import { applyAuthorizeHook } from "../auth/authorize-hook.ts";
import { callCredentials } from "../auth/credentials-of.ts";
import type { AppliedCredentials } from "../auth/found-credential.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { callInfo } from "../transport/call-info.ts";
import type { OutgoingRequest, PreparedRequest } from "./request.ts";

/** A request with credentials. */
export interface AuthorizedRequest extends Pick<AppliedCredentials, "renew" | "redact"> {
  readonly outgoing: OutgoingRequest;
  readonly info: CallInfo;
}

/** Adds the caller's credentials to a request. The credentials are looked up again for each attempt, since they may have expired. */
export async function authorizeRequest(prepared: PreparedRequest, call: Call<HttpBinding>): Promise<AuthorizedRequest> {
  const { security } = call.binding;
  const credentials = await callCredentials(call, { security, address: prepared.address });
  const info = callInfo(call, { security, usedSchemes: credentials.schemes });
  const created = prepared.create(credentials);
  if (created.request === undefined || call.context.authorize === undefined) return { ...credentials, info, outgoing: created };
  // The possible secrets are read before the hook runs, since the hook may change the headers of this request.
  const own = possibleSecrets(created.request);
  const authorized = await applyAuthorizeHook(created.request, info, call);
  const added = possibleSecrets(authorized).filter((text) => !own.includes(text));
  // If the hook created a new request, it may follow redirects.
  const request = authorized.redirect === "manual" ? authorized : new Request(authorized, { redirect: "manual" });
  return {
    ...credentials,
    info,
    outgoing: { ...created, url: request.url, request },
    redact: (text) => createRedactor(added)(credentials.redact(text)),
  };
}

/**
 * The strings in a request that may be credentials: the values of headers, with and without an authentication scheme, and the values of the
 * query.
 */
export function possibleSecrets({ headers, url }: Request): readonly string[] {
  const values = [...headers.values()];
  return [...values, ...values.map((value) => value.replace(/^\S+ /, "")), ...new URL(url).searchParams.values()];
}
