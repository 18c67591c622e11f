import type { Context } from "../../context.ts";

/** The data of an MCP request that a call needs. Both versions of the SDK provide these data, under different names. */
export interface RequestParts {
  readonly id: string | number;
  readonly signal: AbortSignal;
  readonly progressToken: string | number | undefined;
  readonly notify: (notification: ProgressNotification) => Promise<void>;
}

interface ProgressNotification {
  method: "notifications/progress";
  params: { [name: string]: unknown; progressToken: string | number; progress: number; total?: number; message?: string };
}

/** The context of a call that follows from its MCP request. It is added to the context of all calls. */
export function requestContext({ id, signal, progressToken, notify }: RequestParts): Context {
  const toolCallId = String(id);
  if (progressToken === undefined) return { toolCallId, signal };
  return {
    toolCallId,
    signal,
    onProgress({ progress, total, message }) {
      const params = { progressToken, progress, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
      // If the client is disconnected, the notification fails. This error is ignored, since the request's signal ends the call.
      notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}
