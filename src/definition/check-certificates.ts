import { diagnostic } from "../diagnostic/diagnostic.ts";
import { readCertificate } from "./certificate.ts";
import { expiredCertificate, notACertificate, pemCertificate } from "./codes.ts";
import { field, fieldAt, items, type Node, stringValue, valueOrigin } from "./node.ts";
import type { MessageError } from "./read-message.ts";

/**
 * Checks the trusted CA certificates of a definition. `today` is a date in RFC 3339. If it is `undefined`, the expiry of certificates is
 * not checked.
 */
export function checkCertificates(node: Node, today: string | undefined): MessageError[] {
  const bodies = ["openApiToolset", "mcpToolset", "openApiTool", "mcpTool"].flatMap((member) => field(node, member) ?? []);
  const certificates = bodies.flatMap((body) =>
    items(fieldAt(body, ["tlsConfig", "caCerts"])).flatMap((item) => field(item, "cert") ?? []),
  );
  return certificates.flatMap((certificate) => checkCertificate(certificate, today));
}

function checkCertificate(node: Node, today: string | undefined): MessageError[] {
  const written = stringValue(node);
  if (written === undefined) return [];
  const place = valueOrigin(node);
  // The second prefix is "-----BEGIN" in base64: the author encoded a whole PEM file instead of the DER certificate.
  if (written.includes("-----BEGIN") || written.startsWith("LS0tLS1CRUdJTi"))
    return [{ path: node.path, found: diagnostic(pemCertificate, {}, place) }];
  const bytes = bytesOf(written);
  if (bytes === undefined) return []; // The structure check reports invalid base64.
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return [{ path: node.path, found: diagnostic(notACertificate, {}, place) }];
  if (today === undefined || certificate.notAfter >= today) return [];
  return [{ path: node.path, found: diagnostic(expiredCertificate, certificate, place) }];
}

/** Decodes base64 in the standard or URL alphabet, with or without padding, as proto3 JSON does. */
function bytesOf(written: string): Uint8Array | undefined {
  const plain = written.replace(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/");
  const digits = plain.replaceAll("=", "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain) || digits.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(digits), (letter) => letter.charCodeAt(0));
}
