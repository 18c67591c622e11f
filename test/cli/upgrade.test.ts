import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sha256 } from "../../src/source/text/hash.ts";
import { runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));

const manifest = join(folder, "generated/toolsets/shop/toolset.json");

test("the first `compile` after an upgrade lists the tools that need approval since then, and no later one does", async () => {
  const operation = (operationId: string) => ({ operationId, summary: "Does it.", responses: { "204": { description: "Done." } } });
  const paths = { "/a": { post: operation("cancelOrder"), delete: operation("clear") }, "/b": { post: operation("removeItem") } };
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers: [{ url: "https://shop.example.com" }], paths };
  writeFileSync(join(folder, "shop.openapi.json"), JSON.stringify(document));
  writeFileSync(join(folder, "shop.yaml"), "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.json }\n");
  writeFileSync(join(folder, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated }]\n");
  const compile = () => runCommand(["compile"], { cwd: folder });
  expect(await compile()).toMatchObject({ status: 0, stderr: "" });

  // What version 0.2.0 wrote: only DELETE needed approval.
  const former = readFileSync(manifest, "utf8")
    .replace('"formatVersion": "2.0"', '"formatVersion": "1.0"')
    .replace(/("id": "(?:cancelOrder|removeItem)".*?"approval": )"required"/gs, '$1"none"');
  expect(former.match(/"approval": "none"/g)).toHaveLength(2);
  writeFileSync(manifest, former);
  const path = join(folder, "generated/toolsets/shop/.written.json");
  const record = JSON.parse(readFileSync(path, "utf8"));
  record.files["toolset.json"] = sha256(former);
  writeFileSync(path, JSON.stringify(record));

  const { status, stderr } = await compile();
  expect(status).toBe(0);
  expect(stderr).toContain('2 tools ("shop_cancelOrder", "shop_removeItem") ask for approval since this version of toolsetc');
  expect(stderr).toContain("approval.never");
  expect((await compile()).stderr).toBe("");
});

test("`compile` over the output of an earlier version leaves only files of this version and of the user", async () => {
  // A project and the output that was written for it when each tool had a module of its own.
  const former: { readonly [path: string]: string } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../fixtures/former-output.json"), "utf8"),
  );
  const [upgraded, fresh] = [join(folder, "upgraded"), join(folder, "fresh")];
  for (const [path, text] of Object.entries(former)) {
    mkdirSync(dirname(join(upgraded, path)), { recursive: true });
    writeFileSync(join(upgraded, path), text);
  }
  cpSync(upgraded, fresh, { recursive: true, filter: (path) => !path.endsWith("generated") });
  writeFileSync(join(upgraded, "generated/toolsets/shop/tools/mine.ts"), "// The user's.\n");
  expect(existsSync(join(upgraded, "generated/toolsets/shop/tools/getOrder.ts"))).toBe(true);

  expect(await runCommand(["compile", "--check"], { cwd: upgraded })).toMatchObject({ status: 1 });
  expect(await runCommand(["compile"], { cwd: upgraded })).toMatchObject({ status: 0, stderr: "" });
  expect(await runCommand(["compile"], { cwd: fresh })).toMatchObject({ status: 0, stderr: "" });
  const { "toolsets/shop/tools/mine.ts": mine, ...files } = filesIn(join(upgraded, "generated"));
  expect(mine).toBe("// The user's.\n");
  expect(files).toEqual(filesIn(join(fresh, "generated")));
  expect(await runCommand(["compile", "--check"], { cwd: upgraded })).toMatchObject({ status: 0 });
});

/** The texts of all files in a folder, by their paths. */
function filesIn(root: string): { readonly [path: string]: string } {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")]));
}
