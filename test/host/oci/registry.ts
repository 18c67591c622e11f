import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether Debian's package `docker-registry` is installed. */
export const hasRegistry = spawnSync("docker-registry", ["--version"]).status === 0;

/** A running registry of the CNCF's Distribution, and its address, such as 127.0.0.1:41234. */
export interface Registry {
  readonly address: string;
  readonly process: ChildProcess;
}

/** Starts a registry that keeps its content in a folder. With a `realm` it requires a token from there, but takes any. */
export async function startRegistry(folder: string, realm?: string): Promise<Registry> {
  const config = join(folder, "config.json");
  const auth = realm === undefined ? {} : { auth: { silly: { realm, service: "shop" } } };
  writeFileSync(
    config,
    JSON.stringify({ version: 0.1, storage: { filesystem: { rootdirectory: folder } }, http: { addr: "127.0.0.1:0" }, ...auth }),
  );
  const child = spawn("docker-registry", ["serve", config], { stdio: ["ignore", "ignore", "pipe"], env: { OTEL_TRACES_EXPORTER: "none" } });
  return new Promise((resolve, reject) => {
    let said = "";
    child.on("error", reject);
    child.on("exit", () => reject(new Error(said)));
    child.stderr.on("data", (chunk) => {
      said += String(chunk);
      const [, address] = /listening on (127\.0\.0\.1:\d+)/.exec(said) ?? [];
      if (address !== undefined) resolve({ address, process: child });
    });
  });
}

export function digestOf(bytes: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** A file of an artifact. */
export interface PushedFile {
  readonly bytes: string | Uint8Array;
  readonly title?: string;
  readonly annotations?: { readonly [name: string]: string };
}

/** The manifest that `oras push` makes of files. */
export function manifestOf(files: readonly PushedFile[]): string {
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    artifactType: "application/vnd.unknown.artifact.v1",
    config: { mediaType: "application/vnd.oci.empty.v1+json", digest: digestOf("{}"), size: 2 },
    layers: files.map(({ bytes, title, annotations }) => ({
      mediaType: "application/vnd.oci.image.layer.v1.tar",
      digest: digestOf(bytes),
      size: Buffer.byteLength(bytes),
      annotations: { ...annotations, ...(title === undefined ? {} : { "org.opencontainers.image.title": title }) },
    })),
  });
}

/** Pushes files as an artifact with a tag, by the requests of the OCI Distribution Specification. Returns the digest of the manifest. */
export async function push(address: string, name: string, tag: string, files: readonly PushedFile[]): Promise<string> {
  const base = `http://${address}/v2/${name}`;
  const headers = { authorization: "Bearer push" };
  for (const bytes of ["{}", ...files.map((file) => file.bytes)]) {
    const started = await fetch(`${base}/blobs/uploads/`, { method: "POST", headers });
    const location = new URL(started.headers.get("location") ?? "", base);
    location.searchParams.set("digest", digestOf(bytes));
    const put = await fetch(location, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: typeof bytes === "string" ? bytes : Buffer.from(bytes),
    });
    if (put.status !== 201) throw new Error(`${put.status} ${await put.text()}`);
  }
  const manifest = manifestOf(files);
  const type = "application/vnd.oci.image.manifest.v1+json";
  const put = await fetch(`${base}/manifests/${tag}`, { method: "PUT", headers: { ...headers, "content-type": type }, body: manifest });
  if (put.status !== 201) throw new Error(`${put.status} ${await put.text()}`);
  return digestOf(manifest);
}
