import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";
import { callHttp } from "../http/call-http.ts";
import { wrongTransport } from "../transport/wrong-transport.ts";
import { toHttpCall } from "./http-call.ts";
import { readConnectorResponse } from "./read-connector-response.ts";

/** The transport of connector toolsets. It calls the Integration Connectors REST API v2; `auth.google` provides the access token. */
export async function connector(call: Call<Binding>): Promise<unknown> {
  const { binding } = call;
  if (binding.transport !== "connector") throw wrongTransport(call, "connector");
  const connectorCall = { ...call, binding };
  return readConnectorResponse(await callHttp(toHttpCall(connectorCall)), connectorCall);
}
