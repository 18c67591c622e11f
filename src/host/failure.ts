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
