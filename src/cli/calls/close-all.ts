/** Closes everything that a command has opened, also if something cannot be closed. Then it throws the first error. */
export async function closeAll(opened: readonly ({ readonly close: () => Promise<unknown> } | undefined)[]): Promise<void> {
  const closed = await Promise.allSettled(opened.map(async (each) => each?.close()));
  for (const each of closed) if (each.status === "rejected") throw each.reason;
}
