/** A call as the model requested it. */
export interface ModelCall {
  readonly id: string | undefined;
  readonly name: string;
  /** The arguments, as an object or as a JSON string. */
  readonly arguments: unknown;
}

/**
 * A hook that is called with the error of every failed call, since the model receives only a public message. Errors that the hook throws
 * are ignored.
 */
export type OnError = (error: unknown, call: ModelCall) => void;

/** Calls the hook without waiting for it, and ignores errors of the hook: the conversation needs a result of the call in any case. */
export function reportError(onError: OnError | undefined, error: unknown, call: ModelCall): void {
  // `run` is an async function, so that exceptions and rejections of the hook are handled alike.
  const run = async () => onError?.(error, call);
  run().catch(() => undefined);
}
