/**
 * Whether streams, signals and fetches are bound to the incoming request in which they were created, so that no other request may use them.
 * This is so in Cloudflare Workers, and in Vercel's Edge Runtime, which runs there. Both document the
 * values that are checked here for their detection.
 */
export function isBoundToRequest(): boolean {
  const { navigator, EdgeRuntime }: { navigator?: { userAgent?: unknown }; EdgeRuntime?: unknown } = globalThis;
  return navigator?.userAgent === "Cloudflare-Workers" || EdgeRuntime !== undefined;
}
