import { parseUrl } from "../../source/text/parse-url.ts";
import { UsageError } from "../usage-error.ts";

/** Throws a usage error unless the value of a flag or an argument is an http(s) URL. */
export function checkAddress(what: string, given: string | undefined): void {
  if (given === undefined || /^https?:$/.test(parseUrl(given)?.protocol ?? "")) return;
  if (given.startsWith("oci://"))
    throw new UsageError(
      `${what} does not read OCI registries. Fetch the document with \`oras pull\`, and name its file: \`toolsetc init openapi.yaml\`.`,
    );
  throw new UsageError(`${what} takes a URL such as https://api.example.com, not "${withoutUser(given)}".`);
}

/** Hides the part before the last `@`, which may contain a password even if the URL is invalid. */
function withoutUser(given: string): string {
  return given.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1***@");
}
