/** An error of the file system, the network or another program. The command ends with exit code 2. */
export class Failure extends Error {
  /** The reason, or how to fix it. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.name = "Failure";
    this.help = help;
  }
}

/**
 * Thrown if the base of a comparison (a Git revision, a folder or the lock) is missing or cannot be used, so that changes cannot be found.
 * The command ends with exit code 3.
 */
export class ComparisonFailure extends Failure {
  constructor(message: string, help: string) {
    super(message, help);
    this.name = "ComparisonFailure";
  }
}

/** The code of an error of Node's file system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const systemErrors = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENAMETOOLONG", "EMFILE", "EIO", "EISDIR", "ENOTDIR"];

/** Whether the operating system, or Deno with its own permissions, rejected an operation. */
export function isSystemError(error: unknown): error is Error {
  if (error instanceof Error && error.name === "NotCapable") return true;
  const code = errorCode(error);
  return code !== undefined && systemErrors.includes(code);
}

/** Codes of errors that are not bugs: they occur if another process changes a folder during a write. */
const concurrencyErrors = ["ENOENT", "EEXIST", "ENOTEMPTY", "ELOOP"];

/** Runs an action and converts errors of the operating system to a `Failure`. All other errors are bugs and are rethrown. */
export function toFailure<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    if (!isSystemError(error) && !concurrencyErrors.includes(errorCode(error) ?? "")) throw error;
    throw new Failure(`${what} failed: ${error.message}.`, "Check the path, its permissions, and whether the disk is full.");
  }
}
