import { once } from "node:events";
import { createServer } from "node:http";

/** A provider's API on the loopback address, which answers with `answers` in turn, while `use` runs. */
export async function withApi(answers, use) {
  const left = [...answers];
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.setHeader("content-type", "application/json").end(JSON.stringify(left.shift()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  await use(`http://127.0.0.1:${server.address().port}`);
  server.closeAllConnections();
  server.close();
}
