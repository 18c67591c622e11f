/** An invalid command line or configuration. The message is printed to stderr, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
