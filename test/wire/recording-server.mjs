// A server that keeps the bytes of every request as they came: no library between the wire and the check.
import { createServer } from "node:net";

const answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

/** Starts it on a free port of the loopback address. `requests` grows; what follows a request on its connection is a request of its own. */
export async function startRecordingServer() {
  const requests = [];
  const sockets = new Set();
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let found = readRequest(received); found !== undefined; found = readRequest(received)) {
        received = received.subarray(found.length);
        requests.push(found.request);
        socket.write(found.request.method === "HEAD" ? answer.slice(0, -2) : answer);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first whole request in `bytes`, and how long it is. */
function readRequest(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  // Latin-1 keeps each byte as one character.
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const content = readContent(bytes.subarray(end + 4), new Map(headers));
  if (content === undefined) return undefined;
  const length = end + 4 + content.length;
  return { length, request: { raw: bytes.subarray(0, length), line: first, method, target, headers, body: content.body } };
}

/** RFC 9112 §6. */
function readContent(rest, headers) {
  if ((headers.get("transfer-encoding") ?? "").toLowerCase() === "chunked") return readChunks(rest);
  const length = Number(headers.get("content-length") ?? 0);
  return rest.length < length ? undefined : { body: rest.subarray(0, length), length };
}

function readChunks(rest) {
  const chunks = [];
  for (let at = 0; ; ) {
    const end = rest.indexOf("\r\n", at);
    if (end === -1) return undefined;
    const size = Number.parseInt(rest.subarray(at, end).toString("latin1"), 16);
    if (rest.length < end + 2 + size + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), length: end + 4 };
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
