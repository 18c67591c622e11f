/** Decodes a response in the charset that its content type names, or in UTF-8 if the charset is absent or unknown. */
export function decodedText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
