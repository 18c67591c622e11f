/** Something the user asked for that cannot be done as asked. The message goes to stderr and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
