import { encodeUnreserved } from "../http/percent-encoding.ts";
import type { RequestHead } from "./found-credential.ts";

/** A header, a cookie or a parameter of the query. */
export interface NamedValue {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
}

/**
 * Adds credentials to an address and headers. A credential replaces a parameter or cookie of the same name that comes from the call's
 * arguments.
 */
export function withCredentials({ address, headers }: RequestHead, credentials: readonly NamedValue[]): RequestHead {
  const target = { address: new URL(address), headers: new Headers(headers) };
  for (const { in: location, name, value } of credentials) {
    // The others of the same name are removed, so that only one is sent.
    const others = (pairs: string, separator: string) =>
      pairs.split(separator).filter((pair) => pair !== "" && ![name, encodeUnreserved(name)].includes(pair.split("=", 1)[0] ?? ""));
    if (location === "header") target.headers.set(name, value);
    else if (location === "cookie")
      target.headers.set("cookie", [...others(target.headers.get("cookie") ?? "", "; "), `${name}=${value}`].join("; "));
    else
      target.address.search = [...others(target.address.search.slice(1), "&"), `${encodeUnreserved(name)}=${encodeUnreserved(value)}`].join(
        "&",
      );
  }
  return target;
}
