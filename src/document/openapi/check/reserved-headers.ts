/** Headers that OpenAPI determines from media types and security schemes. Parameters with these names are ignored. */
const described: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/**
 * Headers that belong to the connection or to the framing of a message (RFC 9110 §7.6.1, RFC 9112 §6). The program that sends a request
 * sets them itself, and `fetch` rejects most of them, so that every value of a parameter would fail.
 */
const ofConnection: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["content-length", "expect", "host"],
  ...["proxy-authenticate", "proxy-authorization", "proxy-connection"],
]);

/** What sets the header with this name in place of a header parameter; `undefined` if a parameter may set it. */
export function reservedBy(name: string): "document" | "connection" | undefined {
  const lower = name.toLowerCase();
  return described.has(lower) ? "document" : ofConnection.has(lower) ? "connection" : undefined;
}
