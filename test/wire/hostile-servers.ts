import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createGzip, gzipSync } from "node:zlib";

/** Servers that hurt whoever calls them, on the loopback address. */
export interface Hostile {
  /** The path says how: the name of a way and, where it has one, the status behind a `/`. */
  readonly address: string;
  /** The method, a space and the path of each request. */
  readonly seen: string[];
  /** Where redirects lead: the same port of another address. */
  readonly seenElsewhere: string[];
  /** No HTTP is spoken here. */
  readonly noHttp: string;
  close(): Promise<void>;
}

export async function startHostile(): Promise<Hostile> {
  const sockets = new Set<Socket>();
  const listen = async (server: Server, host: string, port: number): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    });
    return (server.address() as AddressInfo).port; // A server that listens on a port has such an address.
  };
  const seen: string[] = [];
  const seenElsewhere: string[] = [];
  const hostile = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    ways[wayOf(request)]?.(response, request);
  });
  // A connection that the server ends while the caller is busy would break the next call.
  hostile.keepAliveTimeout = 0;
  const elsewhere = createServer((request, response) => {
    seenElsewhere.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end("{}");
  });
  const noHttp = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
  const port = await listen(hostile, "127.0.0.1", 0);
  await listen(elsewhere, "127.0.0.2", port);
  const otherPort = await listen(noHttp, "127.0.0.1", 0);
  return {
    address: `http://127.0.0.1:${port}`,
    seen,
    seenElsewhere,
    noHttp: `http://127.0.0.1:${otherPort}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of [hostile, elsewhere, noHttp]) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wayOf({ url = "" }: IncomingMessage): string {
  return decodeURIComponent(url.split(/[/?]/)[1] ?? "");
}

function statusOf({ url = "" }: IncomingMessage): number {
  return Number(url.split(/[/?]/)[2]);
}

/** A server for each way to hurt a caller; the path says which. */
const ways: { readonly [way: string]: (response: ServerResponse, request: IncomingMessage) => void } = {
  endless: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    pour((next) => response.write(block, next));
  },
  drip: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  },
  silent: () => undefined,
  // A thousand times as large as it is sent.
  bomb: (response) => void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
  "bomb of bombs": (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip, gzip" }).end(doubleBomb),
  "endless bomb": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    pour((next) => gzip.write(block, next));
  },
  "bomb as an error": (response) => void response.writeHead(500, { "content-type": "text/plain", "content-encoding": "gzip" }).end(bomb),
  "broken compression": (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("no gzip"),
  "wrong type": (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>secret</h1>"),
  "deep JSON": (response) => void response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(1 << 20)),
  "many lists": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`[${"[],".repeat(2_796_000)}[]]`),
  "many objects": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`[${"{},".repeat(2_796_000)}{}]`),
  "many names": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(manyNames),
  "many numbers": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`[${"1.5,".repeat(2_000_000)}1]`),
  "many lines": (response) => void response.writeHead(200, { "content-type": "application/jsonl" }).end("1\n".repeat(4_000_000)),
  "many events": (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end("data:\n\n".repeat(1_100_000)),
  "most values": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`[${"[],".repeat(245_000)}[]]`),
  "most texts": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(mostTexts),
  "most names": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(mostNames),
  "largest text": (response) => void response.writeHead(200, { "content-type": "text/plain" }).end("€".repeat(2_796_000)),
  "largest file": (response) => void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(8 << 20)),
  "tiny chunks": (response) => {
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    pour((next) => response.socket?.write(tinyChunks, next));
  },
  "reset before": (response) => void response.socket?.resetAndDestroy(),
  "reset midway": (response) =>
    void response
      .writeHead(200, { "content-type": "application/json", "content-length": "1000" })
      .write("{", () => response.socket?.resetAndDestroy()),
  "endless headers": ({ socket }) => {
    socket?.write("HTTP/1.1 200 OK\r\n");
    pour((next) => socket?.write(`x: ${"a".repeat(1 << 10)}\r\n`, next));
  },
  "redirect elsewhere": (response, request) =>
    void response.writeHead(307, { location: `http://127.0.0.2:${request.socket.localPort}${request.url}&token=secret` }).end(),
  "redirect to itself": (response, request) => void response.writeHead(302, { location: request.url }).end(),
  "status without end": (response, request) => {
    response.writeHead(statusOf(request), { "content-type": "application/json", "www-authenticate": "Bearer" });
    pour((next) => response.write(block, next));
  },
  "status of a bomb": (response, request) =>
    void response.writeHead(statusOf(request), { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
  "status of deep JSON": (response, request) =>
    void response.writeHead(statusOf(request), { "content-type": "application/json" }).end("[".repeat(8_000_000)),
  "status that quotes": (response, request) => {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      const said = [...request.rawHeaders, request.url, body, decodeURIComponent(body.replaceAll("+", " "))].map(String);
      const decoded = said.map((text) => Buffer.from(text.replace(/^Basic /, ""), "base64").toString());
      const message = [...said, ...decoded, ...said.map((text) => Buffer.from(`: ${text}`).toString("base64"))].join("\n");
      response
        .writeHead(statusOf(request), { "content-type": "application/json", location: "/?key=secret" })
        .end(JSON.stringify({ error: { message }, error_description: message }));
    });
  },
  "redirect to a file": (response) => void response.writeHead(301, { location: "file:///etc/passwd" }).end(),
};

/** Half as large again as what a call may use. To make and to read a larger one only takes longer. */
const bomb = Buffer.concat(new Array<Buffer>(12).fill(gzipSync(Buffer.alloc(8 << 20, " "))));
const doubleBomb = gzipSync(bomb);

const block = Buffer.alloc(1 << 16, " ");

/** Writes again and again, each time when the last has left, until the other side has gone. */
function pour(write: (next: (error?: Error | null) => void) => void): void {
  write((error) => {
    if (error === undefined || error === null) setImmediate(() => pour(write));
  });
}

function namesOf(count: number): string {
  return `{${Array.from({ length: count }, (_none, index) => `"${index.toString(36)}":0`).join(",")}}`;
}

function textsOf(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_none, index) => (index + 1_000_000).toString(36)));
}

/** Each has one byte. */
const tinyChunks = Buffer.from("1\r\n \r\n".repeat(1 << 14));

const manyNames = namesOf(800_000);
const mostNames = namesOf(45_000);
const mostTexts = textsOf(490_000);
