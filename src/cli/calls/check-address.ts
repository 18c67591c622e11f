import { isOciAddress, parseOciReference } from "../../host/fetch/oci-reference.ts";
import { parseUrl } from "../../source/text/parse-url.ts";
import { UsageError } from "../usage-error.ts";

/** Throws a usage error unless the value of a flag is an http(s) URL. */
export function checkAddress(what: string, given: string | undefined): void {
  if (given === undefined || /^https?:$/.test(parseUrl(given)?.protocol ?? "")) return;
  throw new UsageError(`${what} takes a URL such as https://api.example.com, not "${withoutUser(given)}".`);
}

/** Throws unless the address is an http(s) URL or the address of a file in an OCI registry. */
export function checkSource(what: string, given: string): void {
  if (isOciAddress(given)) parseOciReference(given);
  else checkAddress(what, given);
}

/** Hides the part before the last `@`, which may contain a password even if the URL is invalid. */
function withoutUser(given: string): string {
  return given.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1***@");
}
