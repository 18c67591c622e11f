import { type ReadLimits, ResponseLimitError, readBounded } from "../runtime/response/read-bounded.ts";
import { Failure } from "./failure.ts";

/** The text of an answer of whatever status, within its bounds. */
export async function responseText(response: Response, url: URL, bounds: ReadLimits): Promise<string> {
  const bytes = await describeLimits(url, () => readBounded(response, bounds));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(`What ${url.origin}${url.pathname} answers is not text in UTF-8.`, "Check the address.");
  }
}

/** Says of whom an answer is that is refused for its size or depth. */
export async function describeLimits<Value>({ host }: URL, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ResponseLimitError) throw new Failure(`The answer of ${host} ${error.message}.`, "Check the address.");
    throw error;
  }
}
