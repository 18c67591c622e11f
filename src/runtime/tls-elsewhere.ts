import type { Transport } from "./toolset.ts";

/** Stands for "toolsetc/runtime/tls" where there is no Node: the transport itself refuses a toolset with certificates of its own, unless the caller gives a `fetch`. */
export function trusting(transport: Transport): Transport {
  return transport;
}
