import { isUnbound } from "../../client.ts";
import type { Context } from "../../context.ts";
import type { Dispatchable } from "./dispatch.ts";

/** Whether a call is the program's to answer: it is of a client function, for which nobody has given a handler. */
export type IsPending = (name: string, context?: Context) => boolean;

export function pendingCalls(tools: ReadonlyMap<string, Dispatchable>): IsPending {
  return (name, context) => {
    const found = tools.get(name);
    return found !== undefined && isUnbound(found.tool, context);
  };
}
