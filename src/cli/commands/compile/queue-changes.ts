/** A queue for the changes of watched files, and for the signal that ends the command. */
export interface Changes {
  readonly add: () => void;
  readonly end: () => void;
  /** Waits for a change of files, or for the signal that ends the command. */
  readonly next: () => Promise<"change" | "end">;
}

/** Creates an empty queue. All changes since the last call of `next` are returned as one change. */
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
    next: async () => {
      if (kept === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (kept === "end") return "end";
      kept = undefined;
      return "change";
    },
  };
}
