import { parseUrl } from "../source/parse-url.ts";
import { UsageError } from "./usage-error.ts";

/** Refuses an address that no request can go to, before anything is done with it. */
export function checkAddress(what: string, given: string | undefined): void {
  if (given === undefined || /^https?:$/.test(parseUrl(given)?.protocol ?? "")) return;
  throw new UsageError(`${what} takes an address such as https://api.example.com, and "${withoutUser(given)}" is none.`);
}

/** What stands before the last `@` may be a password, whatever is wrong with the rest. */
function withoutUser(given: string): string {
  return given.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1***@");
}
