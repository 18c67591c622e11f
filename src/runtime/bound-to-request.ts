/**
 * Whether streams, signals and fetches are bound to the incoming request in which they were created, so that no other request may use them.
 * Cloudflare Workers and Vercel's Edge Runtime bind them. Both document the values that are checked here, so that programs can detect these
 * runtimes.
 */
export function isBoundToRequest(): boolean {
  const { navigator, EdgeRuntime }: { navigator?: { userAgent?: unknown }; EdgeRuntime?: unknown } = globalThis;
  return navigator?.userAgent === "Cloudflare-Workers" || EdgeRuntime !== undefined;
}
