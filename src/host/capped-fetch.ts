import { Failure } from "./failure.ts";

/** Larger answers are taken for a mistake. The largest public OpenAPI document has 13 MB. */
export const largestAnswer = 64 * 1024 * 1024;

/** `fetch` whose answer fails once it is too large, before it fills the memory. */
export async function cappedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  let size = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > largestAnswer)
          controller.error(
            new Failure(`The answer of ${new URL(url).host} takes more than ${largestAnswer / 1024 / 1024} MB.`, "Check the address."),
          );
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return withAddress(new Response(counted, { status, statusText, headers }), response);
}

/** A response that is made anew has no address, and the client looks at it to judge redirects. */
function withAddress(made: Response, { url, redirected, type }: Response): Response {
  return Object.defineProperties(made, { url: { value: url }, redirected: { value: redirected }, type: { value: type } });
}
