// A server on loopback that gives the same JSON to each request. Prints its address, and serves until it is stopped.
import { createServer } from "node:http";

const items = Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}`, tags: ["a", "b"] }));
const answer = JSON.stringify({ id: 7, total: 12.5, items });
const server = createServer((_request, response) => response.setHeader("content-type", "application/json").end(answer));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : address}`);
});
