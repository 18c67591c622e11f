import { get } from "node:http";
import { expect, test } from "vitest";
import { serveHttp } from "../../src/host/process/serve-http.ts";

const chunk = new Uint8Array(1024 * 1024);

/** A body of `count` MB, and how much of it was read. */
function largeBody(count: number): {
  readonly body: ReadableStream<Uint8Array>;
  readonly read: () => number;
  readonly end: Promise<string>;
} {
  let sent = 0;
  let settle: (how: string) => void = () => undefined;
  const end = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent++ < count) controller.enqueue(chunk);
      else {
        controller.close();
        settle("read");
      }
    },
    cancel: () => settle("cancelled"),
  });
  return { body, read: () => sent, end };
}

/** Serves one body, and calls `client` with the URL. */
async function serving(body: ReadableStream<Uint8Array>, client: (url: string) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let listening: (url: string) => void = () => undefined;
  const url = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const served = serveHttp(async () => new Response(body), {
    host: "127.0.0.1",
    port: 0,
    origins: [],
    signal: stop.signal,
    onListening: listening,
  });
  try {
    await client(await url);
  } finally {
    stop.abort();
    await served;
  }
}

test("a large response of `serve` waits for a slow client, and leaves no listeners", async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => warnings.push(name);
  process.on("warning", warn);
  const { body } = largeBody(40);
  let received = 0;
  await serving(body, async (url) => {
    const response = await fetch(url);
    received = (await response.arrayBuffer()).byteLength;
  });
  await new Promise(setImmediate);
  process.off("warning", warn);
  expect(received).toBe(40 * chunk.length);
  expect(warnings).toEqual([]);
});

test("the body of a response of `serve` is cancelled if its client leaves", async () => {
  const { body, end } = largeBody(1000);
  await serving(body, async (url) => {
    await new Promise<void>((resolve, reject) => {
      get(url, (response) => {
        response.once("data", () => {
          response.destroy();
          resolve();
        });
      }).once("error", reject);
    });
    expect(await end).toBe("cancelled");
  });
});
