import type { ServerResponse } from "node:http";
import { type Arrival, type Loopback, startLoopback } from "./loopback.ts";

/** A real endpoint of RFC 6749 §4.4 on the loopback address, for one client. It counts what it gives. */
export interface TokenEndpoint extends Loopback {
  readonly url: string;
  /** Seconds; `undefined`: the answers do not say. */
  lifetime: number | undefined;
  /** Where the client's secret must stand. */
  takes: "header" | "body" | "both";
  readonly given: string[];
}

export const clientId = "agent:1";
export const clientSecret = "hunter2 +%/é";

export async function startTokenEndpoint(): Promise<TokenEndpoint> {
  const loopback = await startLoopback();
  const endpoint: TokenEndpoint = Object.assign(loopback, {
    url: `${loopback.address}/token`,
    lifetime: 3600 as number | undefined,
    takes: "both" as TokenEndpoint["takes"],
    given: [] as string[],
  });
  endpoint.answer = (response, arrival) => grant(endpoint, response, arrival);
  return endpoint;
}

export function grant(endpoint: TokenEndpoint, response: ServerResponse, { method, headers, body }: Arrival): void {
  const form = new URLSearchParams(body);
  const send = (status: number, answer: object): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const pair = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString("utf8");
  const [id, secret] = pair.split(":").map((text) => decodeURIComponent(text.replaceAll("+", " ")));
  const isInHeader = endpoint.takes !== "body" && id === clientId && secret === clientSecret;
  const isInBody = endpoint.takes !== "header" && form.get("client_id") === clientId && form.get("client_secret") === clientSecret;
  if (method !== "POST" || form.get("grant_type") !== "client_credentials") send(400, { error: "unsupported_grant_type" });
  else if (!isInHeader && !isInBody) send(401, { error: "invalid_client", error_description: `Wrong: ${pair}` });
  else {
    const token = `token-${endpoint.given.length + 1}-for-${form.get("scope") ?? "nothing"}`;
    endpoint.given.push(token);
    const lifetime = endpoint.lifetime === undefined ? {} : { expires_in: endpoint.lifetime };
    send(200, { access_token: token, token_type: "Bearer", ...lifetime });
  }
}
