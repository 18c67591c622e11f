import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCertificate } from "../../src/definition/certificate.ts";
import { createAuthority } from "../runtime/certificate-authority.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-certificate-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A certificate in DER that is signed by itself. */
function selfSigned(...options: readonly string[]): Buffer {
  const target = ["-keyout", join(folder, "key.pem"), "-nodes", "-outform", "der"];
  return execFileSync("openssl", ["req", "-x509", ...target, ...options], { stdio: ["ignore", "pipe", "ignore"] });
}

/** The end of validity as Node reads it, as RFC 3339. */
function endOf(bytes: Uint8Array): string {
  return new Date(new X509Certificate(bytes).validTo).toISOString().replace(".000Z", "Z");
}

const elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];

describe("the end of a certificate's validity is the same as for Node's X509Certificate", () => {
  test.each([
    ["of an elliptic curve", [...elliptic, "-days", "2", "-subj", "/CN=test"]],
    ["of RSA, whose lengths take two bytes", ["-newkey", "rsa:2048", "-days", "400", "-subj", "/CN=test"]],
    ["of Ed25519", ["-newkey", "ed25519", "-days", "1", "-subj", "/CN=test"]],
    ["after 2050, which is written with four digits", [...elliptic, "-days", "20000", "-subj", "/CN=test"]],
    [
      "with a long issuer, which is not ASCII",
      [...elliptic, "-utf8", "-days", "2", "-subj", `/O=${"ü".repeat(60)}/OU=${"ß".repeat(60)}/CN=test`],
    ],
    ["with a long serial number", [...elliptic, "-days", "2", "-set_serial", `0x7f${"ab".repeat(19)}`, "-subj", "/CN=test"]],
  ])("%s", (_name, options) => {
    const bytes = selfSigned(...options);
    expect(readCertificate(bytes)).toEqual({ notAfter: endOf(bytes) });
  });

  test("of an authority, and of a server certificate that it signed", () => {
    const { certificate, server } = createAuthority("127.0.0.1");
    for (const bytes of [Buffer.from(certificate, "base64"), new X509Certificate(server.cert).raw])
      expect(readCertificate(bytes)).toEqual({ notAfter: endOf(bytes) });
  });
});

test("a certificate with a time of hundreds of thousands of digits is invalid", () => {
  const sequence = (...parts: Uint8Array[]) => element(0x30, Buffer.concat(parts));
  const element = (tag: number, content: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
  };
  const empty = sequence();
  const serial = element(0x02, Buffer.from([1]));
  const validity = sequence(element(0x17, Buffer.alloc(300_000, "1")));
  expect(readCertificate(sequence(sequence(serial, empty, empty, validity)))).toBeUndefined();
});

test("bytes that Node's X509Certificate rejects are no certificate", () => {
  const bytes = selfSigned(...elliptic, "-days", "2", "-subj", "/CN=test");
  const broken = [bytes.subarray(0, -1), bytes.subarray(1), bytes.subarray(0, 40), Buffer.from("certificate")];
  for (const each of broken) {
    expect(() => new X509Certificate(each)).toThrow();
    expect(readCertificate(each)).toBeUndefined();
  }
  expect(readCertificate(Buffer.concat([bytes, Buffer.from([0])]))).toBeUndefined();
});
