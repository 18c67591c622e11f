/** A call as the model requested it. */
export interface ModelCall {
  readonly id: string | undefined;
  readonly name: string;
  /** The arguments, as an object or as JSON text. */
  readonly arguments: unknown;
}

/** Called with the error of every failed call, since the model receives only a public message. Its own errors are ignored. */
export type OnError = (error: unknown, call: ModelCall) => void;

/** Calls the hook without waiting for it, and ignores its errors: the conversation needs an answer in any case. */
export function reportError(onError: OnError | undefined, error: unknown, call: ModelCall): void {
  // The rejection of an async hook would otherwise be unhandled.
  const telling = async () => onError?.(error, call);
  telling().catch(() => undefined);
}
