/** One running request of a session, or all requests that open the session. An exchange records failures that the SDK does not report. */
export interface Exchange {
  /** Whether the exchange is a single request, which ends with its response. */
  readonly isSingle: boolean;
  /** Aborts when the requests and responses of the exchange are to be aborted. */
  readonly signal: AbortSignal;
  /** What the last response with `WWW-Authenticate` requires. */
  challenge: string | undefined;
  /** Ends the exchange with an error that the SDK would not report. */
  fail(error: Error): void;
  /** A promise that rejects when `fail` is called. */
  readonly failed: Promise<never>;
}

/** The failure of an exchange, with the message and code of the resulting `ToolError`. */
export class ExchangeFailure extends Error {
  override readonly name = "ExchangeFailure";
  readonly code: "redirect" | "network-error" | "invalid-response";
  readonly details: { readonly [name: string]: unknown };

  constructor(code: ExchangeFailure["code"], message: string, details: { readonly [name: string]: unknown }) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Creates an exchange of a single request. */
export function createExchange(signal: AbortSignal): Exchange {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // `failed` may reject while no code awaits it. Without this handler, the rejection would end the process.
  failed.catch(() => undefined);
  return { isSingle: true, signal, challenge: undefined, fail, failed };
}
