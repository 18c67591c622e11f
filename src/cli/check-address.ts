import { UsageError } from "./usage-error.ts";

/** Refuses an address that no request can go to, before anything is done with it. */
export function checkAddress(what: string, given: string | undefined): void {
  if (given === undefined || (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))) return;
  throw new UsageError(`${what} takes an address such as https://api.example.com, and "${given}" is none.`);
}
