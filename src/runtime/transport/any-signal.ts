/** A signal that aborts when the first of `signals` aborts. It replaces `AbortSignal.any`, which edge-runtime 4 does not have. */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  if ("any" in AbortSignal) return AbortSignal.any(signals);
  const controller = new AbortController();
  for (const signal of signals) {
    const end = () => controller.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }
  return controller.signal;
}
