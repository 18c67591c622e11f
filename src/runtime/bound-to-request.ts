/**
 * Whether streams, signals and fetches end with the incoming request in which they were made, and no other request may use them. It is so
 * in Cloudflare Workers, and in Vercel's Edge Runtime, which runs there; both have the values that are looked for as the documented way to
 * be recognized.
 */
export function isBoundToRequest(): boolean {
  const { navigator, EdgeRuntime }: { navigator?: { userAgent?: unknown }; EdgeRuntime?: unknown } = globalThis;
  return navigator?.userAgent === "Cloudflare-Workers" || EdgeRuntime !== undefined;
}
