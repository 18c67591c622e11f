import { Agent, request as sendRequest } from "node:https";
import { responseOf } from "./response-of.ts";

/** One for each set of certificates: connections that were opened under one trust are never used under another. */
const agents = new Map<string, Agent>();

/** A `fetch` that trusts nothing but `certificates` (DER in Base64). It follows no redirects. */
export function fetchTrusting(certificates: readonly string[]): (request: Request) => Promise<Response> {
  const agent = agentFor(certificates);
  return async (request) => {
    if (!request.url.startsWith("https:")) return fetch(request);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { "accept-encoding": "gzip, deflate, br", ...Object.fromEntries(request.headers) };
    return new Promise((resolve, reject) => {
      const outgoing = sendRequest(request.url, { method: request.method, headers, agent, signal: request.signal }, (incoming) => {
        try {
          resolve(responseOf(incoming));
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

function agentFor(certificates: readonly string[]): Agent {
  const key = certificates.join(",");
  const known = agents.get(key);
  if (known !== undefined) return known;
  const ca = certificates.map(pemOf);
  // Said outright, since an environment variable could switch the check off.
  const agent = new Agent({ ca, rejectUnauthorized: true, keepAlive: true });
  agents.set(key, agent);
  return agent;
}

/** RFC 7468 §5.1. Node reads certificates only in this form. */
function pemOf(base64: string): string {
  const lines = base64.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
