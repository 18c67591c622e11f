import { type ReadLimits, ResponseLimitError, readBounded } from "../runtime/response/read-bounded.ts";
import { Failure } from "./failure.ts";

/** The text of a response with any status. Throws if it exceeds the limits or is not UTF-8. */
export async function responseText(response: Response, url: URL, bounds: ReadLimits): Promise<string> {
  return decodeText(await describeLimits(url, () => readBounded(response, bounds)), url);
}

/** Throws if the bytes that a URL answered are not UTF-8. */
export function decodeText(bytes: Uint8Array, url: URL): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(`What ${url.origin}${url.pathname} answers is not text in UTF-8.`, "Check the address.");
  }
}

/** Runs `work`, and adds the host to the message if a limit is exceeded. */
export async function describeLimits<Value>({ host }: URL, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ResponseLimitError) throw new Failure(`The answer of ${host} ${error.message}.`, "Check the address.");
    throw error;
  }
}
