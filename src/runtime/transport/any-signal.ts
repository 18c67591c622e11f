/**
 * A signal that aborts when the first of `signals` aborts. It replaces `AbortSignal.any`, which Node 18 and edge-runtime 4 do not have. As
 * there, `signals` do not keep the signal: one of them may be the program's, and live as long as the program.
 */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  if ("any" in AbortSignal) return AbortSignal.any(signals);
  const controller = new AbortController();
  const combined = new WeakRef(controller);
  controllers.set(controller.signal, controller);
  for (const signal of signals) {
    const end = () => combined.deref()?.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    registry.register(controller, () => signal.removeEventListener("abort", end));
  }
  return controller.signal;
}

/** The controller of each combined signal, which lives as long as the signal. */
const controllers = /* @__PURE__ */ new WeakMap<AbortSignal, AbortController>();

const registry = /* @__PURE__ */ new FinalizationRegistry<() => void>((forget) => forget());
