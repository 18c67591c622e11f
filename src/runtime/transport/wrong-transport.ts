import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";

/** Generated modules name the transport that fits; only one that was put together by hand can be wrong. */
export function wrongTransport({ tool, binding }: Call<Binding>, transport: Binding["transport"]): Error {
  return new Error(`Tool "${tool}" has a binding for the transport "${binding.transport}", but its toolset has "${transport}".`);
}
