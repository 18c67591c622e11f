import type { Context } from "../../context.ts";

/** The parts of a request that both versions of the SDK provide, under different names. */
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

/** Converts a request to the context of its call, which is added to the context of all calls. */
export function requestContext({ id, signal, progressToken, notify }: RequestParts): Context {
  const toolCallId = String(id);
  if (progressToken === undefined) return { toolCallId, signal };
  return {
    toolCallId,
    signal,
    onProgress({ progress, total, message }) {
      const params = { progressToken, progress, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
      // A notification to a disconnected client fails. This error is ignored: the request's signal ends the call.
      notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}
