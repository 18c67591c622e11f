import type { Binding } from "../binding.ts";
import type { Call } from "../call.ts";

/** The error for a tool and a toolset of different transports, which only code written by hand can combine. */
export function wrongTransport({ tool, binding }: Call<Binding>, transport: Binding["transport"]): Error {
  return new Error(
    `Tool "${tool}" has a binding for the transport "${binding.transport}", but its toolset has the transport "${transport}".`,
  );
}
