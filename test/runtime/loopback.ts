import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Arrival {
  readonly method: string;
  /** Path and query, untouched. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on the loopback address that keeps what arrives; `answer` may be replaced for each test. */
export interface Loopback {
  readonly address: string;
  readonly arrivals: Arrival[];
  answer: (response: ServerResponse, arrival: Arrival) => void;
  close(): Promise<void>;
}

export const emptyObject = (response: ServerResponse): void => {
  response.setHeader("content-type", "application/json").end("{}");
};

export async function startLoopback(): Promise<Loopback> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const arrival = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      arrivals.push(arrival);
      loopback.answer(response, arrival);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  const loopback: Loopback = {
    address: `http://127.0.0.1:${port}`,
    arrivals,
    answer: emptyObject,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return loopback;
}
