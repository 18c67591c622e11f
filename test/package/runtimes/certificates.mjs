// A certificate authority of our own, which no trust store has, and what it has signed for the loopback address.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `certificate` is DER in Base64, as definitions have it; `server` is for `createServer`. */
export function createAuthority() {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-ca-"));
  const openssl = (line) => execFileSync("openssl", line.split(" "), { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  try {
    writeFileSync(join(folder, "names"), "subjectAltName=IP:127.0.0.1");
    openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority`);
    openssl(`req ${key} -keyout server.key -out server.csr -subj /CN=server`);
    openssl("x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem");
    const read = (file) => readFileSync(join(folder, file), "utf8");
    const certificate = openssl("x509 -in ca.pem -outform der").toString("base64");
    return { certificate, server: { key: read("server.key"), cert: read("server.pem") } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
