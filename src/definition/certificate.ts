// `X509Certificate` of `node:crypto` is not used, because the compiler may run outside of Node, and only one field is needed. A test
// compares the results with those of `X509Certificate`.

/** Reads the expiry time of an X.509 certificate in DER (RFC 5280 §4.1), as RFC 3339; `undefined` if the bytes are not a certificate. */
export function readCertificate(bytes: Uint8Array): { readonly notAfter: string } | undefined {
  const certificate = elementAt(bytes, 0, sequence);
  if (certificate === undefined || certificate.end !== bytes.length) return undefined;
  const signed = elementAt(bytes, certificate.start, sequence);
  if (signed === undefined || signed.end > certificate.end) return undefined;

  const version = elementAt(bytes, signed.start, explicitVersion);
  const serial = elementAt(bytes, version?.end ?? signed.start, integer);
  const algorithm = serial && elementAt(bytes, serial.end, sequence);
  const issuer = algorithm && elementAt(bytes, algorithm.end, sequence);
  const validity = issuer && elementAt(bytes, issuer.end, sequence);
  const notBefore = validity && timeAt(bytes, validity.start);
  const notAfter = notBefore && timeAt(bytes, notBefore.end);
  return notAfter && { notAfter: notAfter.time };
}

const sequence = 0x30;
const integer = 0x02;
const explicitVersion = 0xa0;
const utcTime = 0x17;
const generalizedTime = 0x18;

/** The start and end offsets of the content of a DER element. */
interface Element {
  readonly start: number;
  readonly end: number;
}

/**
 * The content of the element at an offset. `undefined` if the element has another tag, is incomplete, or does not have the definite length
 * that DER requires (X.690 §8.1).
 */
function elementAt(bytes: Uint8Array, at: number, tag: number): Element | undefined {
  const short = bytes[at + 1];
  if (bytes[at] !== tag || short === undefined) return undefined;
  if (short < 0x80) return bounded(bytes, at + 2, short);
  const width = short & 0x7f;
  if (width === 0 || width > 4) return undefined;
  let length = 0;
  for (let index = 0; index < width; index++) length = length * 256 + (bytes[at + 2 + index] ?? 0);
  return bounded(bytes, at + 2 + width, length);
}

/** The range of an element's content; `undefined` if the range ends after the last byte. */
function bounded(bytes: Uint8Array, start: number, length: number): Element | undefined {
  return start + length > bytes.length ? undefined : { start, end: start + length };
}

/** Reads a UTCTime or GeneralizedTime. A year of two digits is in the range from 1950 to 2049 (RFC 5280 §4.1.2.5). */
function timeAt(bytes: Uint8Array, at: number): { readonly time: string; readonly end: number } | undefined {
  const short = elementAt(bytes, at, utcTime);
  const element = short ?? elementAt(bytes, at, generalizedTime);
  // The longest valid time is `YYYYMMDDHHMMSSZ`. In a hostile file, longer content could overflow the stack in the next line.
  if (element === undefined || element.end - element.start > 15) return undefined;
  const digits = String.fromCharCode(...bytes.subarray(element.start, element.end));
  const whole = short === undefined ? digits : `${Number(digits.slice(0, 2)) < 50 ? "20" : "19"}${digits}`;
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(whole);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  return { time: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`, end: element.end };
}
