import { createHash } from "node:crypto";

/** The SHA-256 of bytes, or of a string in UTF-8, as 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
