import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";

/** The error for a tool and a toolset of different transports, which only code written by hand can combine. */
export function wrongTransport({ tool, binding }: Call<Binding>, transport: Binding["transport"]): Error {
  return new Error(`Tool "${tool}" is of the transport ${binding.transport}, its toolset of ${transport}.`);
}
