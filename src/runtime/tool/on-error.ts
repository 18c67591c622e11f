/** A call as the model requested it. */
export interface ModelCall {
  readonly id: string | undefined;
  readonly name: string;
  /** The arguments, as an object or as a JSON string. */
  readonly arguments: unknown;
}

/** Called with the error of every failed call, since the model receives only a public message. Errors that the function throws are ignored. */
export type OnError = (error: unknown, call: ModelCall) => void;

/** Calls the hook without waiting for it, and ignores its errors: the conversation needs a result in any case. */
export function reportError(onError: OnError | undefined, error: unknown, call: ModelCall): void {
  // An async function, so that the hook's exceptions and rejections are handled alike.
  const run = async () => onError?.(error, call);
  run().catch(() => undefined);
}
