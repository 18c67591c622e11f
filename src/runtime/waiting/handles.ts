import type { Call } from "../call.ts";
import { unsentError } from "../tool-error.ts";

/** What calls have begun that ended before it, by handles with which later calls go on. */
export interface Handles<Work> {
  /** Keeps what a call has begun, and returns its handle; `undefined` if this runtime cannot make one. */
  keep(work: Work, call: Call<unknown>): string | undefined;
  /** What a former call of the same tool has begun. Throws if the handle is unknown. */
  find(handle: string, call: Call<unknown>): Work;
  forget(handle: string): void;
}

/** How many handles are kept. */
const maxHandles = 1000;

/** The milliseconds for which a handle is kept. */
export const maxHandleAge = 3_600_000;

/**
 * Creates a store of handles in memory. A model gets only the handle, which says nothing: with an address in its place, a model could read
 * everything of the service with the user's credentials.
 */
export function createHandles<Work>(): Handles<Work> {
  const kept = new Map<string, { readonly work: Work; readonly tool: string; readonly until: number }>();
  return {
    keep(work, call) {
      // Node 18 and pages without TLS have no `randomUUID`. There, a later call cannot go on.
      const handle = globalThis.crypto?.randomUUID?.();
      if (handle === undefined) return undefined;
      for (const [each, { until }] of kept) if (until < Date.now() || kept.size >= maxHandles) kept.delete(each);
      kept.set(handle, { work, tool: keyOf(call), until: Date.now() + maxHandleAge });
      return handle;
    },
    find(handle, call) {
      const found = kept.get(handle);
      if (found !== undefined && found.tool === keyOf(call) && found.until >= Date.now()) return found.work;
      const reason = "it is that of another tool or another process, or an hour old";
      throw unsentError("invalid-arguments", `The value of "_waiting" is unknown: ${reason}. Nothing was sent.`, call.tool);
    },
    forget: (handle) => void kept.delete(handle),
  };
}

function keyOf({ tool, toolset }: Call<unknown>): string {
  return JSON.stringify([toolset.name, tool]);
}
