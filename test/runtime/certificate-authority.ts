import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate authority of our own, which no trust store has, and a server certificate that it signed. */
export interface Authority {
  /** DER in Base64, as definitions have it. */
  readonly certificate: string;
  readonly server: { readonly key: string; readonly cert: string };
}

/** Made anew each time: a certificate in the repository would be out of date one day. `name` is what the server certificate is for. */
export function createAuthority(name: "127.0.0.1" | "other.example"): Authority {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-ca-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  try {
    openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=test authority");
    openssl("req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=test server");
    writeFileSync(join(folder, "names"), `subjectAltName=${name === "127.0.0.1" ? "IP" : "DNS"}:${name}`);
    openssl(
      "x509",
      "-req",
      "-in",
      "server.csr",
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "names",
      "-out",
      "server.pem",
    );
    const der = openssl("x509", "-in", "ca.pem", "-outform", "der");
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    return { certificate: der.toString("base64"), server: { key: read("server.key"), cert: read("server.pem") } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
