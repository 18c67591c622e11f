import { isLoopback } from "../../source/text/loopback.ts";

/** The kind of network that a host is in, according to its name or address. */
export type Network = "this machine" | "metadata" | "private" | "public";

/** The metadata servers of cloud platforms, which return the credentials of the machine that sends the request. */
const metadataHosts: ReadonlySet<string> = new Set([
  "169.254.169.254", // AWS, Google Cloud, Azure and others
  "169.254.170.2", // AWS ECS
  "168.63.129.16", // Azure's wire server
  "100.100.100.200", // Alibaba Cloud
  "192.0.0.192", // Oracle Cloud, formerly
  "[fd00:ec2::254]", // AWS
  "[fd00:ec2::23]", // AWS EKS
  "[fd20:ce::254]", // Google Cloud
  "[fd00:c1::a9fe:a9fe]", // Oracle Cloud
  "metadata.google.internal",
  "metadata.goog",
  "metadata",
  "instance-data",
]);

/** The network of the host of a parsed URL. The parser has normalized every spelling of an IPv4 address, such as 0xA9FEA9FE. */
export function networkOf(hostname: string): Network {
  const host = unmapped(hostname.toLowerCase().replace(/\.$/, ""));
  if (isLoopback(host) || host.endsWith(".localhost") || host === "[::]" || /^0\.\d+\.\d+\.\d+$/.test(host)) return "this machine";
  // Metadata servers have link-local addresses (RFC 4291 and RFC 3927).
  if (metadataHosts.has(host) || /^\[fe[89ab][0-9a-f]:|^169\.254\./.test(host)) return "metadata";
  // Private addresses are those of RFC 1918, RFC 6598 and RFC 4193. Names without a dot, names of RFC 6762 and names in clusters resolve
  // only inside a network.
  const isPrivate =
    /^(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+$/.test(host) ||
    /^\[f[cd]/.test(host) ||
    /\.(?:local|internal|intranet|lan|home\.arpa|svc)$/.test(host) ||
    !/[.:]/.test(host);
  return isPrivate ? "private" : "public";
}

/** An IPv4 address that is written as IPv6: `[::ffff:a9fe:a9fe]` (RFC 4291 §2.5.5.2) or `[64:ff9b::a9fe:a9fe]` (RFC 6052). */
function unmapped(host: string): string {
  const found = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host);
  if (found === null) return host;
  const [high, low] = [Number.parseInt(found[1] ?? "", 16), Number.parseInt(found[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
