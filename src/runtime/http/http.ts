import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";
import { part } from "../part.ts";
import { wrongTransport } from "../transport/wrong-transport.ts";
import { callHttp } from "./call-http.ts";

/** The transport of OpenAPI toolsets. It sends requests with `fetch`. */
export async function http(call: Call<Binding>): Promise<unknown> {
  const { binding } = call;
  if (binding.transport !== "http") throw wrongTransport(call, "http");
  return (binding.waiting ? part("waiting", call) : callHttp)({ ...call, binding }, callHttp);
}
