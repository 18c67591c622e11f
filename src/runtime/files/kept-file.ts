/** A download that is kept in a file, in place of its bytes. A model passes `file` to another tool, a program to `open`. */
export interface KeptFile {
  readonly filename?: string;
  readonly mediaType: string;
  /** The number of bytes. */
  readonly size: number;
  /** The handle of the file. */
  readonly file: string;
}

/** The beginning of all handles, which are URIs. */
export const scheme = "toolsetc-file:";

/** Whether a text has the form of a handle. */
export function isHandle(text: string): boolean {
  return text.startsWith(scheme);
}

/** Whether a value of a result is a file that is kept. */
export function isKeptFile(value: unknown): value is KeptFile {
  return typeof value === "object" && value !== null && "file" in value && typeof value.file === "string" && isHandle(value.file);
}
