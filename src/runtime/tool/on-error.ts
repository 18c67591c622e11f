/** A call as a model asked for it. */
export interface ModelCall {
  readonly id: string | undefined;
  readonly name: string;
  /** The arguments, as an object or as JSON text. */
  readonly arguments: unknown;
}

/** Told of every call that failed, with the error itself: the model is told only what it may know. What it throws is passed over. */
export type OnError = (error: unknown, call: ModelCall) => void;

/** Tells the hook, and neither throws nor waits for it: the conversation needs its answer all the same. */
export function tellOfError(onError: OnError | undefined, error: unknown, call: ModelCall): void {
  // A hook that is an async function fails later, and nobody else would hear of it but the process.
  const telling = async () => onError?.(error, call);
  telling().catch(() => undefined);
}
