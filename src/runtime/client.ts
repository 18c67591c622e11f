import type { Binding } from "./binding.ts";
import type { Call } from "./call.ts";
import type { Context, Handler } from "./context.ts";
import { fakeOf } from "./tool/fake.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { wrongTransport } from "./transport/wrong-transport.ts";

/** The transport of client functions: the program's own handler. */
export async function client(call: Call<Binding>): Promise<unknown> {
  const { binding } = call;
  if (binding.transport !== "client") throw wrongTransport(call, "client");
  const handler = handlerOf(call.tool, call.context);
  if (handler === undefined) {
    throw new ToolError(
      "unbound-client-function",
      `Client function "${binding.function}" has no handler. Give one with \`bindHandler\` or in \`handlers\`.`,
      { tool: call.tool, sent: false, details: { function: binding.function } },
    );
  }
  // The input has passed the schema that the handler's type was made from; a list of handlers cannot name that type.
  return (handler as (input: unknown, context: Context) => unknown)(call.input, call.context);
}

/** Whether a call of the tool waits for somebody else, such as a browser: it is a client function, and nobody has given a handler or a fake. */
export function isUnbound({ name, binding, context }: Tool, given: Context = {}): boolean {
  return binding.transport === "client" && !isAnswered(name, given) && !isAnswered(name, context);
}

function isAnswered(tool: string, context: Context): boolean {
  return handlerOf(tool, context) !== undefined || fakeOf(tool, context) !== undefined;
}

function handlerOf(tool: string, { handlers }: Context): Handler | undefined {
  return handlers !== undefined && Object.hasOwn(handlers, tool) ? handlers[tool] : undefined;
}
