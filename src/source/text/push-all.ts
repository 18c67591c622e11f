/** Appends items to an array. `push(...items)` passes each item as an argument, and more than about 100,000 overflow the stack. */
export function pushAll<T>(array: T[], items: Iterable<T>): void {
  for (const item of items) array.push(item);
}
