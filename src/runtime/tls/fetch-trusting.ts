import type { GetNodeModule } from "../node-modules.ts";
import { responseOf } from "./response-of.ts";

type Fetch = (request: Request) => Promise<Response>;

/**
 * One `fetch` function for each set of certificates, so that connections are not shared between sets. The functions are cached, since calls
 * share an MCP session only if they use the same `fetch` function.
 */
const fetches = /* @__PURE__ */ new Map<string, Fetch>();

/** A `fetch` that trusts only `certificates` (DER in Base64). It follows no redirects. */
export function fetchTrusting(certificates: readonly string[], nodeModule: GetNodeModule): Fetch {
  const key = certificates.join(",");
  const known = fetches.get(key) ?? createFetch(certificates, nodeModule);
  fetches.set(key, known);
  return known;
}

function createFetch(certificates: readonly string[], nodeModule: GetNodeModule): Fetch {
  const { Agent, request: sendRequest } = nodeModule("node:https");
  // `rejectUnauthorized` is explicit, since an environment variable could disable the verification.
  const agent = new Agent({ ca: certificates.map(pemOf), rejectUnauthorized: true, keepAlive: true });
  return async (request) => {
    if (!request.url.startsWith("https:")) return fetch(request);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { "accept-encoding": "gzip, deflate, br", ...Object.fromEntries(request.headers) };
    return new Promise((resolve, reject) => {
      const outgoing = sendRequest(request.url, { method: request.method, headers, agent, signal: request.signal }, (incoming) => {
        try {
          resolve(responseOf(incoming, nodeModule));
        } catch (error) {
          incoming.destroy();
          reject(error);
        }
      });
      outgoing.on("error", reject);
      outgoing.end(body.byteLength === 0 ? undefined : body);
    });
  };
}

/** Converts a certificate from DER in Base64 to PEM (RFC 7468 §5.1), which Node requires. */
function pemOf(base64: string): string {
  const lines = base64.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
