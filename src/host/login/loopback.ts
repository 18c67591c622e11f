import { createServer } from "node:http";
import { Failure } from "../failure.ts";

/** A server on this machine that waits for the browser to come back from a login (RFC 8252 §7.3). */
export interface Loopback {
  /** The address to which the authorization server sends the browser. */
  readonly redirectUri: string;
  /** The parameters that the browser brought, once it has come. */
  readonly parameters: Promise<URLSearchParams>;
  close(): void;
}

/** The page for the user. It has no part of the request, so that nothing can be injected into it. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>toolsetc</title>
<p>You may close this page. The terminal shows whether the login has succeeded.</p></html>`;

/**
 * Starts the server on a port, or on any free one. Only programs on this machine can reach it. A request without the `state` of the login is
 * not an answer to it: any page in the browser can send one.
 */
export async function startLoopback(state: string, port: number | undefined): Promise<Loopback> {
  let take: (parameters: URLSearchParams) => void = () => undefined;
  const parameters = new Promise<URLSearchParams>((resolve) => {
    take = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    // Browsers also ask for icons, and other programs may ask for anything.
    if (request.method !== "GET" || url.pathname !== "/callback" || url.searchParams.get("state") !== state)
      return void response.writeHead(404).end();
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'", connection: "close" };
    response.writeHead(200, headers).end(page);
    take(url.searchParams);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Failure(`Port ${port ?? 0} of this machine cannot be used (${error.code}).`, "Choose another one with --port.")),
    );
    server.listen(port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening server has an address.");
  return {
    redirectUri: `http://127.0.0.1:${address.port}/callback`,
    parameters,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
