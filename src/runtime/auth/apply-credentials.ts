import type { Call } from "../call.ts";
import { part } from "../part.ts";
import type { NamedValue, RequestHead } from "./found-credential.ts";

/**
 * Adds credentials to an address and headers. A credential replaces a parameter or cookie of the same name that comes from the call's
 * arguments.
 */
export function withCredentials({ address, headers }: RequestHead, credentials: readonly NamedValue[], call: Call<unknown>): RequestHead {
  const target = { address: new URL(address), headers: new Headers(headers) };
  for (const credential of credentials) {
    if (credential.in === "header") target.headers.set(credential.name, credential.value);
    else part("otherSchemes", call).add(credential, target);
  }
  return target;
}
