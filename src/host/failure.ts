/** What the world outside refused: a file that cannot be written, a server that does not answer. It ends a command with exit code 2. */
export class Failure extends Error {
  /** Why, or what to do about it. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.name = "Failure";
    this.help = help;
  }
}

/** The code of an error of Node's file system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const systemErrors = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENAMETOOLONG", "EMFILE", "EIO", "EISDIR", "ENOTDIR"];

/** Whether the machine refused what was asked of it, or Deno, which has rights of its own. */
export function isSystemError(error: unknown): error is Error {
  if (error instanceof Error && error.name === "NotCapable") return true;
  const code = errorCode(error);
  return code !== undefined && systemErrors.includes(code);
}

/** What happens when somebody else changes a folder that is being written. */
const concurrencyErrors = ["ENOENT", "EEXIST", "ENOTEMPTY", "ELOOP"];

/** Runs what may be refused by the machine, whose word becomes a failure. All other errors are bugs and stay what they are. */
export function toFailure<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    if (!isSystemError(error) && !concurrencyErrors.includes(errorCode(error) ?? "")) throw error;
    throw new Failure(`${what} failed: ${error.message}.`, "Check the path, who may write there, and whether the disk is full.");
  }
}
