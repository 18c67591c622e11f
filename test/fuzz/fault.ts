/** Something that must never be. Faults of one kind are most likely one fault of the compiler. */
export interface Fault {
  readonly kind: string;
  readonly details: string;
}

/** What was thrown, where nothing may be. */
export function thrown(where: string, error: unknown): Fault {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const frame = /at (?:async )?(\S+) \(.*?\/src\//.exec(stack)?.[1] ?? "";
  return {
    kind: `${where} throws in ${frame}: ${message
      .split("\n")[0]
      ?.replaceAll(/["'`].*["'`]|\d+/g, "…")
      .slice(0, 100)}`,
    details: stack,
  };
}
