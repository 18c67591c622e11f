/** The nearest name that every model provider accepts, but for its length. */
export function sanitizeName(authored: string): string {
  return authored.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
}
