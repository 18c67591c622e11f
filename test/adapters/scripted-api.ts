import { type Arrival, type Loopback, startLoopback } from "../runtime/loopback.ts";

type Scripted = object | ((body: never) => object);

/** A provider's API on the loopback address that answers each request with the next of `answers`. */
export interface ScriptedApi {
  readonly address: string;
  /** The bodies of the requests, in their order. */
  readonly requests: readonly unknown[];
  /** The next answers; a function makes one of the body of its request. */
  script(...answers: readonly Scripted[]): void;
  close(): Promise<void>;
}

export async function startScriptedApi(): Promise<ScriptedApi> {
  const server: Loopback = await startLoopback();
  const requests: unknown[] = [];
  let left: readonly Scripted[] = [];
  server.answer = (response, { body }: Arrival) => {
    const asked = JSON.parse(body);
    requests.push(asked);
    const [given, ...rest] = left;
    left = rest;
    const answer = typeof given === "function" ? given(asked as never) : given;
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
