import { isOciAddress, parseOciReference } from "../host/oci-reference.ts";
import { parseUrl } from "../source/parse-url.ts";
import { UsageError } from "./usage-error.ts";

/** Throws a usage error unless the value of a flag is an http(s) URL. */
export function checkAddress(what: string, given: string | undefined): void {
  if (given === undefined || /^https?:$/.test(parseUrl(given)?.protocol ?? "")) return;
  throw new UsageError(`${what} takes a URL such as https://api.example.com, not "${withoutUser(given)}".`);
}

/** Throws unless a document or a server can have the address: an http(s) URL, or one in an OCI registry. */
export function checkSource(what: string, given: string): void {
  if (isOciAddress(given)) parseOciReference(given);
  else checkAddress(what, given);
}

/** The text before the last `@` may hold a password, even in an invalid URL. */
function withoutUser(given: string): string {
  return given.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1***@");
}
