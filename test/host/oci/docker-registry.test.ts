import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../run-command.ts";
import { digestOf, hasRegistry, push, type Registry, startRegistry } from "./registry.ts";

if (!hasRegistry) console.log("The tests with a real OCI registry are skipped: install Debian's package docker-registry.");

const folder = mkdtempSync(join(tmpdir(), "toolsetc-oci-"));
const project = join(folder, "project");
const documents = ["1.0", "1.1"].map((version) => `openapi: 3.0.3 # kept\ninfo: { title: Shop, version: "${version}" }\npaths: {}\n`);
const [first = "", second = ""] = documents;
const registries: Registry[] = [];
const tokenRequests: (string | undefined)[] = [];
const tokens: Server = createServer(({ url }, response) => {
  tokenRequests.push(url);
  response.end(JSON.stringify({ token: "anybody" }));
});

describe.skipIf(!hasRegistry)("a document in Debian's docker-registry", () => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => tokens.listen(0, "127.0.0.1", resolve));
    const bound = tokens.address();
    const realm = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/token`;
    for (const [name, given] of [["open"], ["guarded", realm]] as const) {
      mkdirSync(join(folder, name));
      registries.push(await startRegistry(join(folder, name), given));
    }
  });
  beforeEach(() => {
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project);
  });
  afterAll(() => {
    for (const { process } of registries) process.kill();
    tokens.close();
    rmSync(folder, { recursive: true });
  });

  test("a tag is pinned by the digest that it refers to, and a pull restores and compares", async () => {
    const address = registries[0]?.address ?? "";
    const digest = await push(address, "apis/shop", "1", [{ bytes: first, title: "openapi.yaml" }]);
    const pulled = await run("pull", `oci://${address}/apis/shop:1`);
    expect(pulled).toMatchObject({ status: 0, stderr: "" });
    const pinned = `oci://${address}/apis/shop:1@${digest}`;
    expect(files()).toEqual({
      "shop.openapi.yaml": first,
      "shop.yaml": "displayName: shop\nopenApiToolset:\n  openApiSchema: ./shop.openapi.yaml\n",
      "toolsetc.yaml": `sources:\n  shop: "${pinned}"\n`,
    });
    expect(await run("validate")).toMatchObject({ stderr: "", stdout: expect.not.stringContaining("sources") });

    // Another document under the tag changes nothing here.
    const next = await push(address, "apis/shop", "1", [{ bytes: second, title: "openapi.yaml" }]);
    expect(await run("pull", "shop", "--check")).toMatchObject({ status: 0, stdout: "shop: shop.openapi.yaml is current\n" });

    put("shop.openapi.yaml", second);
    expect(await run("pull", "--check")).toMatchObject({
      status: 1,
      stdout: "shop: shop.openapi.yaml has changed\n  changed  /info/version\n",
    });
    expect(files()["shop.openapi.yaml"]).toBe(second);
    expect(await run("pull")).toMatchObject({ status: 0 });
    expect(files()["shop.openapi.yaml"]).toBe(first);

    // Without the digest the tag is looked up again.
    put("toolsetc.yaml", `sources: { shop: "oci://${address}/apis/shop:1" } # ours\n`);
    expect(await run("pull", "--check")).toMatchObject({ status: 1 });
    expect(files()["toolsetc.yaml"]).toBe(`sources: { shop: "oci://${address}/apis/shop:1" } # ours\n`);
    const updated = await run("pull", "shop");
    expect(updated.stdout).toContain(`toolsetc.yaml: sources.shop is now oci://${address}/apis/shop:1@${next}\n`);
    expect(files()).toMatchObject({
      "shop.openapi.yaml": second,
      "toolsetc.yaml": `sources: { shop: "oci://${address}/apis/shop:1@${next}" } # ours\n`,
    });
  });

  test("of several files, the one with the title is taken, and a digest needs no tag", async () => {
    const address = registries[0]?.address ?? "";
    const digest = await push(address, "apis/both", "1", [
      { bytes: first, title: "a.yaml" },
      { bytes: second, title: "b.yaml" },
    ]);
    const ambiguous = await run("pull", `oci://${address}/apis/both:1`);
    expect(ambiguous).toMatchObject({ status: 2, stdout: "" });
    expect(ambiguous.stderr).toMatch(/has 2 files, more than one of which looks like a document\..*"a\.yaml", "b\.yaml"/s);
    expect(files()).toEqual({});
    const source = `oci://${address}/apis/both@${digest}#b.yaml`;
    expect(await run("pull", source, "--name", "both")).toMatchObject({ status: 0 });
    expect(files()).toMatchObject({ "both.openapi.yaml": second, "toolsetc.yaml": `sources:\n  both: "${source}"\n` });
  });

  test("init adopts it, and not a second time", async () => {
    const address = registries[0]?.address ?? "";
    const digest = await push(address, "apis/first", "1", [{ bytes: first, title: "openapi.yaml" }]);
    expect(await run("init", `oci://${address}/apis/first:1`, "--yes")).toMatchObject({ status: 0 });
    const config = files()["toolsetc.yaml"];
    expect(config).toContain(`oci://${address}/apis/first:1@${digest}`);
    expect(await run("init", `oci://${address}/apis/first:1`, "--yes")).toMatchObject({ status: 0 });
    expect(files()["toolsetc.yaml"]).toBe(config);
  });

  test("a registry that requires a token is read with an anonymous one", async () => {
    const address = registries[1]?.address ?? "";
    await push(address, "apis/shop", "1", [{ bytes: first }]);
    expect(await run("pull", `oci://${address}/apis/shop:1`)).toMatchObject({ status: 0, stderr: "" });
    expect(files()["shop.openapi.yaml"]).toBe(first);
    expect(tokenRequests).toEqual([expect.stringMatching(/^\/token\?service=shop&scope=repository%3Aapis%2Fshop%3Apull$/)]);
  });

  test.each([
    ["no such tag", "apis/shop:none", /has no apis\/shop:none\./],
    ["no such name", "apis/none:1", /has no apis\/none:1\./],
    ["no such digest", `apis/shop@${digestOf("x")}`, /has no apis\/shop@sha256:/],
    ["no tag", "apis/shop", /has neither a tag nor a digest/],
    ["a name that none can have", "Apis/shop:1", /is not a reference to an OCI registry/],
  ])("%s is an error, and nothing is written", async (_what, name, message) => {
    const { status, stderr } = await run("pull", `oci://${registries[0]?.address}/${name}`);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
    expect(files()).toEqual({});
  });

  test("content that was changed in the registry's storage is an error, and nothing is written", async () => {
    const address = registries[0]?.address ?? "";
    await push(address, "apis/stored", "1", [{ bytes: `${first}# unique\n` }]);
    const hex = digestOf(`${first}# unique\n`).slice("sha256:".length);
    const stored = join(folder, "open/docker/registry/v2/blobs/sha256", hex.slice(0, 2), hex, "data");
    expect(existsSync(stored)).toBe(true);
    writeFileSync(stored, `${first}# Unique\n`);
    const { status, stderr } = await run("pull", `oci://${address}/apis/stored:1`);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/has the digest sha256:.*, not sha256:/) });
    expect(files()).toEqual({});
  });
});

async function run(...args: string[]) {
  return runCommand(args, { cwd: project });
}

function put(path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

function files(): { [path: string]: string } {
  const there = readdirSync(project, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(there.map(({ name }) => [name, readFileSync(join(project, name), "utf8")]));
}
