import { isUnbound } from "../../client.ts";
import type { Context } from "../../context.ts";
import type { Dispatchable } from "./dispatch.ts";

/** Whether the program has to execute a call itself, since the called tool is a client function without a handler. */
export type IsPending = (name: string, context?: Context) => boolean;

export function pendingCalls(tools: ReadonlyMap<string, Dispatchable>): IsPending {
  return (name, context) => {
    const found = tools.get(name);
    return found !== undefined && isUnbound(found.tool, context);
  };
}
