/** Decodes a response in the charset of its content type; in UTF-8 if the charset is absent or unknown. */
export function decodedText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
