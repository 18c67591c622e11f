/** Whether the host of a parsed URL is this machine (RFC 8252 §8.3). The parser has normalized every spelling of an IPv4 address. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
