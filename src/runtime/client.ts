import type { Binding } from "./binding.ts";
import type { Call } from "./call.ts";
import type { Context, Handler } from "./context.ts";
import { ownMember } from "./json.ts";
import { fakeFor } from "./tool/fake.ts";
import type { Tool } from "./tool/tool.ts";
import { ToolError, unsentError } from "./tool-error.ts";
import { startDeadline } from "./transport/deadline.ts";
import { wrongTransport } from "./transport/wrong-transport.ts";

/**
 * The transport of client functions, which calls the handler of the calling program. The handler receives the signal of the call. If it
 * ignores the signal, the call ends nevertheless when the signal aborts.
 */
export async function client(call: Call<Binding>): Promise<unknown> {
  const { binding } = call;
  if (binding.transport !== "client") throw wrongTransport(call, "client");
  const handler = handlerOf(call.tool, call.context);
  if (handler === undefined) {
    throw unsentError(
      "unbound-client-function",
      `Client function "${binding.function}" has no handler. Pass one with \`bindHandler\` or in \`handlers\`.`,
      call.tool,
      { function: binding.function },
    );
  }
  const deadline = startDeadline(call);
  try {
    return await deadline.within(run(handler, { ...call, context: { ...call.context, signal: deadline.signal } }));
  } catch (error) {
    throw error instanceof ToolError ? error : (deadline.reason(true) ?? error);
  } finally {
    deadline.stop();
  }
}

async function run(handler: Handler, call: Call<Binding>): Promise<unknown> {
  // The cast is safe: the input matches the schema of the handler's type, which the type of `handlers` cannot express.
  const output = (handler as (input: unknown, context: Context) => unknown)(call.input, call.context);
  return isAsyncIterable(output) ? lastOf(output, call) : output;
}

/** The last value that the iterator yields. The return value of a generator is ignored, as in `for await`. */
async function lastOf(values: AsyncIterable<unknown>, { tool, context }: Call<Binding>): Promise<unknown> {
  const { toolCallId, signal, onPreliminary } = context;
  let last: unknown;
  for await (const value of values) {
    // Without this check, an endless generator would continue after the call has ended.
    signal?.throwIfAborted();
    onPreliminary?.({ tool, toolCallId, value });
    last = value;
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * Whether the tool is a client function without a handler and without a fake, so that its calls are executed elsewhere, such as in a
 * browser.
 */
export function isUnbound({ name, binding, context }: Tool, given: Context = {}): boolean {
  return binding.transport === "client" && !isHandled(name, given) && !isHandled(name, context);
}

/** Whether a call of the tool has preliminary results, since its handler is an async generator. */
export function hasPreliminary({ name, context }: Tool): boolean {
  const handler = fakeFor(name, context) === undefined ? handlerOf(name, context) : undefined;
  return Object.prototype.toString.call(handler) === "[object AsyncGeneratorFunction]";
}

function isHandled(tool: string, context: Context): boolean {
  return handlerOf(tool, context) !== undefined || fakeFor(tool, context) !== undefined;
}

function handlerOf(tool: string, { handlers }: Context): Handler | undefined {
  return ownMember(handlers, tool);
}
