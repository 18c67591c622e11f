import type { Binding } from "./binding.ts";
import type { Call } from "./call.ts";
import { ToolError } from "./tool-error.ts";

/** The transport of connector toolsets. */
export async function connector({ tool }: Call<Binding>): Promise<unknown> {
  throw new ToolError("unsupported-transport", `Tool "${tool}" belongs to Integration Connectors. Carry it out with its API.`, {
    tool,
    sent: false,
  });
}
