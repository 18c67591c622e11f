/** A running request of a session, or the requests that open the session. It records failures that the SDK does not report. */
export interface Exchange {
  /** Whether the exchange is a single request, which ends with its response. */
  readonly isSingle: boolean;
  /** Aborts the exchange's requests and responses. */
  readonly signal: AbortSignal;
  /** Ends the exchange with an error that the SDK would not report. */
  fail(error: Error): void;
  /** Rejects when `fail` is called. */
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
  // Without a handler, a rejection while nothing awaits `failed` would end the process.
  failed.catch(() => undefined);
  return { isSingle: true, signal, fail, failed };
}
