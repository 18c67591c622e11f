/** A request of a session on its way, or the few that begin the session. What happens to it is noted here, since the SDK does not tell. */
export interface Exchange {
  /** Whether it is a single request, whose answer is the end of it. */
  readonly isOne: boolean;
  /** Ends what is sent and read of it. */
  readonly signal: AbortSignal;
  /** Ends it, for a reason that the SDK would keep to itself. */
  fail(error: Error): void;
  /** Refused once `fail` was called. */
  readonly failed: Promise<never>;
}

/** Why an exchange has failed, in the words and with the code of the error that is made of it. */
export class ExchangeFailure extends Error {
  override readonly name = "ExchangeFailure";
  readonly code: "redirect" | "network-error" | "invalid-answer";
  readonly details: { readonly [name: string]: unknown };

  constructor(code: ExchangeFailure["code"], message: string, details: { readonly [name: string]: unknown }) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** An exchange of a single request. */
export function createExchange(signal: AbortSignal): Exchange {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Most do not wait for it any more when it happens.
  failed.catch(() => undefined);
  return { isOne: true, signal, fail, failed };
}
