import { type ReadLimits, ResponseLimitError, readBounded } from "../../runtime/response/read-bounded.ts";
import { Failure } from "../failure.ts";

/** The text of a response with any status. Throws if it exceeds the limits or is not UTF-8. */
export async function responseText(response: Response, url: URL, bounds: ReadLimits): Promise<string> {
  return decodeText(await describeLimits(url, () => readBounded(response, bounds)), url);
}

/** Decodes the bytes of a response. Throws if they are not UTF-8. */
function decodeText(bytes: Uint8Array, url: URL): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(`The response of ${url.origin}${url.pathname} is not text in UTF-8.`, "Check the URL.");
  }
}

/** Runs `work`. If a limit is exceeded, throws a `Failure` whose message names the host. */
export async function describeLimits<Value>({ host }: URL, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ResponseLimitError) throw new Failure(`The response of ${host} ${error.message}.`, "Check the URL.");
    throw error;
  }
}
