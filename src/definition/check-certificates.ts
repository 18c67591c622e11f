import { diagnostic } from "../diagnostic/diagnostic.ts";
import { readCertificate } from "./certificate.ts";
import { expiredCertificate, notACertificate, pemCertificate } from "./codes.ts";
import { field, fieldAt, items, type Node, stringValue, valueOrigin } from "./node.ts";
import type { MessageFault } from "./read-message.ts";

/** The certificates that a definition trusts. `today` is a date in RFC 3339; without it, none has expired. */
export function checkCertificates(node: Node, today: string | undefined): MessageFault[] {
  const bodies = ["openApiToolset", "mcpToolset", "openApiTool", "mcpTool"].flatMap((member) => field(node, member) ?? []);
  const certificates = bodies.flatMap((body) =>
    items(fieldAt(body, ["tlsConfig", "caCerts"])).flatMap((item) => field(item, "cert") ?? []),
  );
  return certificates.flatMap((certificate) => checkCertificate(certificate, today));
}

function checkCertificate(node: Node, today: string | undefined): MessageFault[] {
  const written = stringValue(node);
  if (written === undefined) return [];
  const place = valueOrigin(node);
  // The second is what the first begins with when a whole PEM file was put in base64.
  if (written.includes("-----BEGIN") || written.startsWith("LS0tLS1CRUdJTi"))
    return [{ path: node.path, found: diagnostic(pemCertificate, {}, place) }];
  const bytes = bytesOf(written);
  if (bytes === undefined) return []; // The structure check says so.
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return [{ path: node.path, found: diagnostic(notACertificate, {}, place) }];
  if (today === undefined || certificate.notAfter >= today) return [];
  return [{ path: node.path, found: diagnostic(expiredCertificate, certificate, place) }];
}

/** Base64 in the usual or the URL alphabet, padded or not, as proto3 JSON takes it. */
function bytesOf(written: string): Uint8Array | undefined {
  const plain = written.replace(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/");
  const digits = plain.replaceAll("=", "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain) || digits.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(digits), (letter) => letter.charCodeAt(0));
}
