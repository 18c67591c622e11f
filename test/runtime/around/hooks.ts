import { setTimeout } from "node:timers/promises";
import { type AroundCall, type Context, ToolError } from "toolsetc/runtime";

type Around = NonNullable<Context["around"]>;

/** Writes a line for each call: what was called, how often and with whose credentials, how it ended, and how long it took. */
export function audited(write: (line: object) => void): Around {
  return async ({ tool, toolCallId, context }, next) => {
    const start = performance.now();
    let attempts = 0;
    const schemes = new Set<string>();
    const end = (outcome: string) =>
      write({ tool, toolCallId, outcome, attempts, schemes: [...schemes], milliseconds: performance.now() - start });
    const onRequest: Context["onRequest"] = (request, info) => {
      attempts += 1;
      for (const scheme of info.usedSchemes) schemes.add(scheme);
      context.onRequest?.(request, info);
    };
    try {
      const result = await next({ ...context, onRequest });
      end("success");
      return result;
    } catch (error) {
      end(error instanceof ToolError ? error.code : "error");
      throw error;
    }
  };
}

/** Keeps results for some seconds. Only for tools that read, and only for users who may see the same. */
export function cached(seconds: number, isCached: (call: AroundCall) => boolean): Around {
  const kept = new Map<string, { readonly result: Promise<unknown>; readonly until: number }>();
  return (call, next) => {
    if (!isCached(call)) return next();
    const key = JSON.stringify([call.tool, call.input]);
    const found = kept.get(key);
    if (found !== undefined && Date.now() < found.until) return found.result;
    const result = next();
    kept.set(key, { result, until: Date.now() + seconds * 1000 });
    result.catch(() => kept.delete(key));
    return result;
  };
}

/** Lets at most so many calls run at the same time. The others wait, until they are cancelled. */
export function limited(most: number): Around {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async ({ context: { signal } }, next) => {
    while (running >= most) {
      await new Promise<void>((wake) => {
        waiting.push(wake);
        signal?.addEventListener("abort", () => wake(), { once: true });
      });
      signal?.throwIfAborted();
    }
    running += 1;
    try {
      return await next();
    } finally {
      running -= 1;
      for (const wake of waiting.splice(0)) wake();
    }
  };
}

/** Repeats calls that were not sent, and those that the service refused because it was busy. */
export function repeated(most: number): Around {
  return async ({ context }, next) => {
    for (let repetitions = 0; ; repetitions++) {
      try {
        return await next();
      } catch (error) {
        const isSafe = error instanceof ToolError && (!error.sent || error.details["status"] === 429);
        if (!isSafe || repetitions === most) throw error;
        await setTimeout(2 ** repetitions * 100, undefined, { signal: context.signal });
      }
    }
  };
}

/** One hook of several. The first is the outermost: it sees what the others do. */
export function joined(...hooks: readonly Around[]): Around {
  return (call, next) => {
    const whole = hooks.reduceRight<typeof next>(
      (inner, hook) =>
        async (context = call.context) =>
          hook({ ...call, context }, (given = context) => inner(given)),
      next,
    );
    return whole();
  };
}
