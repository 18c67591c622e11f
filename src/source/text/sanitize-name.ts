/** Replaces the characters that a model provider may reject in a tool name. The length is not limited. */
export function sanitizeName(authored: string): string {
  return authored.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
}
