/** The changes that a command waits for. */
export interface Changes {
  readonly add: () => void;
  readonly end: () => void;
  /** Waits for a change or the end. `idle`: there was neither in `milliseconds`. */
  readonly next: (milliseconds: number | undefined) => Promise<"change" | "end" | "idle">;
}

/** Changes that come while nobody waits are kept, as one. */
export function queueChanges(): Changes {
  let kept: "change" | "end" | undefined;
  let wake = () => {};
  const keep = (next: "change" | "end") => {
    if (kept !== "end") kept = next;
    wake();
  };
  return {
    add: () => keep("change"),
    end: () => keep("end"),
    next: async (milliseconds) => {
      if (kept === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (milliseconds !== undefined) setTimeout(resolve, milliseconds);
        });
      }
      const next = kept ?? "idle";
      if (next === "change") kept = undefined;
      return next;
    },
  };
}
