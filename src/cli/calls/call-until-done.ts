import type { Tool } from "../../runtime/index.ts";
import { type Json, member } from "../../source/json/json.ts";
import { printMessage } from "../report/print.ts";

/**
 * Calls a tool until the work that the call began is done. The work is begun once; after that, the service is asked for the state only. No
 * other process could go on with the handle in `_waiting`, so a command that ended with it would have lost the result.
 */
export async function callUntilDone(tool: Tool, input: unknown, call: (input: unknown) => Promise<unknown>): Promise<unknown> {
  let result = await call(input);
  const waiting = "waiting" in tool.binding ? tool.binding.waiting : null;
  if (!waiting) return result;
  for (let handle = handleIn(result); handle !== undefined; handle = handleIn(result)) {
    printMessage("The service is not done. Waiting for its result; Ctrl+C stops waiting.\n");
    result = await call(waiting.style === "repeat" ? input : { ...Object(input), _waiting: handle });
  }
  return result;
}

function handleIn(result: unknown): Json | undefined {
  return member(result as Json, "_waiting"); // The cast is safe: a result that is waited for is JSON of the service.
}
