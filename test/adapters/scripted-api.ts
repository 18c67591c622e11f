import { type Arrival, type Loopback, startLoopback } from "../runtime/loopback.ts";

/** A provider's API on the loopback address that answers each request with the next of `answers`. */
export interface ScriptedApi {
  readonly address: string;
  /** The bodies of the requests, in their order. */
  readonly requests: readonly unknown[];
  script(...answers: readonly object[]): void;
  close(): Promise<void>;
}

export async function startScriptedApi(): Promise<ScriptedApi> {
  const server: Loopback = await startLoopback();
  const requests: unknown[] = [];
  let left: readonly object[] = [];
  server.answer = (response, { body }: Arrival) => {
    requests.push(JSON.parse(body));
    const [answer, ...rest] = left;
    left = rest;
    response.writeHead(answer === undefined ? 500 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  };
  return {
    address: server.address,
    requests,
    script: (...answers) => {
      requests.length = 0;
      left = answers;
    },
    close: () => server.close(),
  };
}
