import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { validateConfig } from "../../../src/definition/compiled/config.ts";
import { fetchArtifact } from "../../../src/host/fetch/fetch-artifact.ts";
import { parseOciReference, withDigest, withoutDigest } from "../../../src/host/fetch/oci-reference.ts";
import { digestOf, manifestOf, type PushedFile } from "./registry.ts";

// What a conforming registry may answer, and what a hostile one might.

const document = "openapi: 3.0.3\ninfo: { title: Shop, version: '1' }\npaths: {}\n";
const blob = `/v2/shop/blobs/${digestOf(document)}`;
const tagged = "/v2/shop/manifests/1";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const answers = new Map<string, Answer>();
const requests: { readonly host: string; readonly path: string; readonly authorization: string | undefined }[] = [];
const servers: Server[] = [];
/** Two origins: the registry, and the storage that it redirects to. */
let [registry, storage] = ["", ""];

beforeAll(async () => {
  for (const _each of ["registry", "storage"]) {
    const server = createServer((request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      requests.push({ host: request.headers.host ?? "", path, authorization: request.headers.authorization });
      const answer = answers.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
  }
  [registry = "", storage = ""] = servers.map((server) => {
    const bound = server.address();
    return `127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
  });
});
afterEach(() => {
  answers.clear();
  requests.length = 0;
});
afterAll(() => {
  for (const server of servers) server.close();
});

const send =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);
const redirect =
  (location: string): Answer =>
  (_request, response) =>
    response.writeHead(307, { location }).end();
const guarded =
  (challenge: string, then: Answer): Answer =>
  (request, response) =>
    request.headers.authorization === undefined
      ? response.writeHead(401, { "www-authenticate": challenge }).end()
      : then(request, response);

function serve(files: readonly PushedFile[], manifest = manifestOf(files)): void {
  answers.set(tagged, send(manifest));
  for (const { bytes } of files) answers.set(`/v2/shop/blobs/${digestOf(bytes)}`, send(bytes));
}

const fetched = (rest = "shop:1") => fetchArtifact(`oci://${registry}/${rest}`, { timeout: 5000 });

test("a manifest or a token that is nested without end is a failure, and no bug", async () => {
  const nested = "[".repeat(2_000_000);
  answers.set(tagged, send(nested));
  await expect(fetched()).rejects.toMatchObject({
    name: "Failure",
    message: `The response of ${registry} is nested deeper than 1000 levels.`,
  });
  answers.set(tagged, guarded(`Bearer realm="http://${storage}/token"`, send(nested)));
  answers.set("/token", send("[".repeat(50_000)));
  await expect(fetched()).rejects.toMatchObject({ name: "Failure" });
});

describe("the file of an artifact", () => {
  test("is the only one, whatever its title", async () => {
    serve([{ bytes: document, title: "api.txt" }]);
    expect(await fetched()).toEqual({
      text: document,
      format: "yaml",
      digest: digestOf(manifestOf([{ bytes: document, title: "api.txt" }])),
    });
  });

  test("is the only document, or that with the title", async () => {
    serve([
      { bytes: "Read me", title: "README.md" },
      { bytes: document, title: "my api.yaml" },
    ]);
    expect((await fetched()).text).toBe(document);
    expect((await fetched("shop:1#my%20api.yaml")).text).toBe(document);
    await expect(fetched("shop:1#openapi.yaml")).rejects.toMatchObject({
      message: expect.stringContaining('has no file with the title "openapi.yaml"'),
      help: 'Available: "README.md", "my api.yaml".',
    });
  });

  test("may be a blob of an artifact manifest", async () => {
    const { layers, ...rest } = JSON.parse(manifestOf([{ bytes: document }]));
    serve([{ bytes: document }], JSON.stringify({ ...rest, mediaType: "application/vnd.oci.artifact.manifest.v1+json", blobs: layers }));
    expect((await fetched()).text).toBe(document);
  });

  const unpack = { "io.deis.oras.content.unpack": "true" };
  test.each<[string, readonly PushedFile[], string | undefined, RegExp]>([
    [
      "two documents",
      [
        { bytes: document, title: "a.json" },
        { bytes: "{}", title: "b.json" },
      ],
      undefined,
      /more than one of which looks like/,
    ],
    ["no document", [{ bytes: document, title: "a" }, { bytes: "{}" }], undefined, /none of which looks like/],
    ["a packed folder", [{ bytes: document, title: "api", annotations: unpack }], undefined, /is an archive/],
    ["gzip", [{ bytes: gzipSync(document) }], undefined, /is an archive/],
    ["another file", [{ bytes: "<html>" }], undefined, /is an HTML page, not an OpenAPI document/],
    ["bytes that are no text", [{ bytes: Buffer.from([0x6f, 0xff]) }], undefined, /is not text in UTF-8/],
    ["no files", [], undefined, /is not an artifact with files/],
    ["an index", [], '{"schemaVersion":2,"manifests":[]}', /is an index of several artifacts/],
    ["no JSON", [], "<html>", /is not an artifact with files/],
    ["a digest that is a path", [], '{"layers":[{"size":1,"digest":"sha256:../../token"}]}', /is not an artifact with files/],
    ["too large a file", [], `{"layers":[{"size":99999999,"digest":"${digestOf("x")}"}]}`, /is too large: 99999999 bytes/],
    ["a deep manifest", [], "[".repeat(100_000), /nested deeper than 1000 levels/],
    ["a manifest without end", [], " ".repeat(4 * 1024 * 1024 + 1), /has more than 4194304 bytes/],
  ])("is refused: %s", async (_what, files, manifest, message) => {
    serve(files, manifest);
    await expect(fetched()).rejects.toThrow(message);
  });
});

describe("digests", () => {
  const digest = digestOf(manifestOf([{ bytes: document }]));

  test("of the manifest: that of the address, and that which the registry says", async () => {
    serve([{ bytes: document }]);
    answers.set(`/v2/shop/manifests/${digest}`, send(manifestOf([{ bytes: document }])));
    expect((await fetched(`shop:other@${digest}`)).digest).toBe(digest);
    answers.set(`/v2/shop/manifests/${digest}`, send(`${manifestOf([{ bytes: document }])} `));
    await expect(fetched(`shop@${digest}`)).rejects.toThrow(/has the digest sha256:.*, not sha256:/);
    answers.set(tagged, send(manifestOf([{ bytes: document }]), { "docker-content-digest": digestOf("x") }));
    await expect(fetched()).rejects.toThrow(/has the digest sha256:.*, not sha256:/);
  });

  test("of the file", async () => {
    serve([{ bytes: document }]);
    answers.set(blob, send(document.replace("Shop", "Shap")));
    await expect(fetched()).rejects.toThrow(/has the digest sha256:.*, not sha256:/);
  });
});

describe("tokens and redirects", () => {
  const challenge = (realm: string) => `Basic realm="x", Bearer realm="${realm}",service="s",scope="repository:shop:pull"`;

  test("a redirect is followed to the storage, without the token", async () => {
    serve([{ bytes: document }]);
    answers.set("/token", send('{"access_token":"t0ken"}'));
    answers.set(tagged, guarded(challenge(`http://${storage}/token`), send(manifestOf([{ bytes: document }]))));
    answers.set(blob, redirect(`http://${storage}/bucket?signature=x`));
    answers.set("/bucket", send(document));
    expect((await fetched()).text).toBe(document);
    expect(requests).toEqual([
      { host: registry, path: tagged, authorization: undefined },
      { host: storage, path: "/token", authorization: undefined },
      { host: registry, path: tagged, authorization: "Bearer t0ken" },
      { host: registry, path: blob, authorization: "Bearer t0ken" },
      { host: storage, path: "/bucket", authorization: undefined },
    ]);
  });

  test.each<[string, Answer, RegExp]>([
    ["a sign-in", guarded('Basic realm="x"', send("")), /does not allow anonymous access to shop:1 \(status 401\)/],
    ["a token that is refused", guarded("", send("")), /\(status 401\)/],
    ["tokens over http", guarded(challenge("http://tokens.example.com/"), send("")), /names http:\/\/tokens\.example\.com\//],
    ["tokens in a file", guarded(challenge("file:///etc/passwd"), send("")), /as its address for tokens/],
    ["a redirect to http", redirect("http://storage.example.com/x?signature=secret"), /redirects to http:\/\/storage\.example\.com\/x\.$/],
    ["redirects without end", redirect(tagged), /more than 5 times/],
    ["too many requests", (_request, response) => response.writeHead(429).end(), /responded with status 429/],
  ])("%s is an error", async (_what, answer, message) => {
    answers.set(tagged, answer);
    await expect(fetched()).rejects.toThrow(message);
    expect(requests.every(({ host }) => host === registry)).toBe(true);
  });

  test("only this machine is asked over http", async () => {
    await expect(fetchArtifact("oci://127.0.0.2:1/shop:1", { timeout: 5000 })).rejects.toThrow("https://127.0.0.2:1/v2/shop/manifests/1");
  });
});

describe("addresses", () => {
  const digest = digestOf("x");
  test.each([
    ["oci://ghcr.io/org/my-api:1.2", true],
    [`oci://ghcr.io/org/my_api.v2@${digest}`, true],
    [`oci://localhost:5000/a:1@${digest}#api.yaml`, true],
    ["oci://[::1]:5000/a:1", true],
    ["oci://ghcr.io/org/api", false],
    ["oci://ghcr.io/Org/api:1", false],
    ["oci://ghcr.io/../api:1", false],
    ["oci://ghcr.io/api:1?x", false],
    ["oci://ghcr.io/api@sha256:12", false],
    ["oci://ghcr.io:1", false],
    ["oci://me:hunter2@ghcr.io/api:1", false],
  ])("%s", (address, isValid) => {
    const parsed = () => parseOciReference(address);
    if (isValid) expect(parsed).not.toThrow();
    else expect(parsed).toThrow(/^(?!.*hunter2)/);
    if (isValid) expect(validateConfig({ sources: { shop: address } })).toBe(true);
  });

  test("take a digest, and give it back", () => {
    expect(withDigest("oci://a/b:1#c d", digest)).toBe(`oci://a/b:1@${digest}#c d`);
    expect(withDigest(`oci://a/b@${digest}`, digest)).toBe(`oci://a/b@${digest}`);
    expect(withoutDigest(`oci://a/b:1@${digest}#c`)).toBe("oci://a/b:1#c");
  });

  test.each(["ftp://example.com/x", "oci:ghcr.io/api:1", "oci://ghcr.io/my api:1"])("%s is no source", (address) => {
    expect(validateConfig({ sources: { shop: address } })).toBe(false);
  });
});
