import { mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedFiles, earlyDiagnostics } from "../../src/cli/commands/lsp/early-findings.ts";
import { compile, read } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { keepUnchanged } from "../../src/host/keep-unchanged.ts";
import { locate } from "../../src/source/locate.ts";

const document = (type: string) => `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /things:
    get:
      operationId: list_things
      description: Lists all things that the shop sells, with their names.
      parameters: [{ name: q, in: query, description: Words in the name., schema: { $ref: "shared.yaml#/Word" } }]
      responses: { "200": { description: They., content: { application/json: { schema: { type: ${type} } } } } }
`;
const inline = document("string")
  .replaceAll(/^/gm, "    ")
  .replaceAll(/\$ref: "[^"]*"/g, "type: string");

/** A host of texts that returns the same bytes for a text until it is changed. */
function texts(initial: Readonly<Record<string, string>>) {
  const bytes = new Map(Object.entries(initial).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return {
    host: { read: async (path: string) => bytes.get(path) ?? ("absent" as const), list: async () => [...bytes.keys()] },
    change: (path: string, text: string) => bytes.set(path, new TextEncoder().encode(text)),
  };
}

const files = {
  "shop.yaml": "displayName: shop\nopenApiToolset: { url: https://shop.example, openApiSchema: shop.openapi.yaml }\n",
  "shop.openapi.yaml": document("string"),
  "shared.yaml": "Word: { type: string }\n",
  "own.yaml": `displayName: own\nopenApiToolset:\n  url: https://own.example\n  openApiSchema: |\n${inline}`,
};

test("the language server neither parses nor checks what did not change", async () => {
  const { host, change } = texts(files);
  const documentsOf = async () => [...(await read(host)).documents].map(([tree, checked]) => [tree.source.path, checked] as const);
  const before = new Map(await documentsOf());
  expect([...before.keys()].sort()).toEqual(["own.yaml", "shop.openapi.yaml"]);

  change("shop.yaml", `${files["shop.yaml"]}description: Sells things.\n`);
  change("toolsetc.yaml", "naming: operation\n");
  for (const [path, checked] of await documentsOf()) expect(checked, path).toBe(before.get(path));

  // A document that refers to a changed file is checked again, and no other.
  change("shared.yaml", "Word: { type: integer }\n");
  const after = new Map(await documentsOf());
  expect(after.get("shop.openapi.yaml")).not.toBe(before.get("shop.openapi.yaml"));
  expect(after.get("own.yaml")).toBe(before.get("own.yaml"));
});

test("the language server reads files on disk again once they have changed", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-kept-")));
  const host = keepUnchanged(createHost(root), root);
  const file = join(root, "a.yaml");
  expect(await host.read("a.yaml")).toBe("absent");
  writeFileSync(file, "a: 1");
  // A second change in the same tick of the clock of the file system would not be recognized.
  expect(await host.read("a.yaml")).not.toBe(await host.read("a.yaml"));
  await new Promise((resolve) => setTimeout(resolve, 150));
  const first = await host.read("a.yaml");
  expect(await host.read("a.yaml")).toBe(first);
  expect(new TextDecoder().decode(first as Uint8Array)).toBe("a: 1");
  // Of the same size and the same time.
  const time = new Date(1e12);
  utimesSync(file, time, time);
  await host.read("a.yaml");
  writeFileSync(file, "a: 2");
  utimesSync(file, time, time);
  expect(new TextDecoder().decode((await host.read("a.yaml")) as Uint8Array)).toBe("a: 2");
  rmSync(file);
  symlinkSync("/etc/hostname", file);
  expect(await host.read("a.yaml")).toBe("outside");
  expect(await host.read("a\0.yaml")).toBe("outside");
  rmSync(root, { recursive: true });
});

test("findings in the editor move with their text, and go when it changes, before the next compilation", async () => {
  const own = files["own.yaml"];
  const { host, change } = texts({
    ...files,
    "own.yaml": own,
    "toolsetc.yaml": "overrides: { own: { include: [list_thing, list_things] } }\n",
  });
  const compilation = await compile(host);
  const placesOf = async () => {
    const reading = await read(host);
    const changed = changedFiles(reading.project, compilation.project);
    const found = earlyDiagnostics(reading, compilation, changed);
    const spans = locate(found.map(({ place }) => place));
    return {
      changed: [...changed],
      found: found.map(({ code, place }) => {
        const { source, start, end } = spans.get(place) ?? { source: { text: "" }, start: 0, end: 0 };
        return [code, source.text.slice(start, end)];
      }),
    };
  };
  expect(await placesOf()).toEqual({ changed: [], found: [] });
  expect(compilation.diagnostics.map(({ code }) => code)).toContain("unmatched-selector");

  // One line more above, and one selector more behind.
  change("toolsetc.yaml", "\n\noverrides: { own: { include: [list_thing, list_things, x] } }\n");
  expect(await placesOf()).toEqual({ changed: ["toolsetc.yaml"], found: [["unmatched-selector", "list_thing"]] });
  change("toolsetc.yaml", "overrides: { own: { include: [list_things] } }\n");
  expect(await placesOf()).toEqual({ changed: ["toolsetc.yaml"], found: [] });

  // What reading finds in the changed document inside a definition is known at once.
  change("own.yaml", own.replace("type: string", "type: strin"));
  const { changed, found } = await placesOf();
  expect(changed).toEqual(["own.yaml", "toolsetc.yaml"]);
  expect(found).toContainEqual(["wrong-choice", "strin"]);
});
