import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

const operation = (operationId: string, tags: string[]) => ({ get: { operationId, tags, responses: { 204: { description: "Done." } } } });

async function modulesOf(operations: readonly (readonly [id: string, tags: string[]])[]): Promise<Map<string, string>> {
  const paths = Object.fromEntries(operations.map(([id, tags], index) => [`/${index}`, operation(id, tags)]));
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers: [{ url: "https://shop.example" }], paths };
  const { outputs } = await compileTexts({
    "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }),
  });
  const start = "toolsets/shop/";
  return new Map(
    (outputs[0]?.files ?? []).flatMap(({ path, text }) => (path.startsWith(start) ? [[path.slice(start.length), text] as const] : [])),
  );
}

const numbered = (count: number, tags: string[]) =>
  Array.from({ length: count }, (_, index) => [`${tags[0] ?? "get"}${index}`, tags] as const);
const declared = (text = "") => Array.from(text.matchAll(/^export const (\w+) = /gm), ([, name]) => name);

test("a hundred tools have a module each", async () => {
  const modules = await modulesOf(numbered(100, ["sales"]));
  expect([...modules.keys()].filter((path) => path.startsWith("tags/"))).toEqual([]);
  expect(declared(modules.get("tools/sales7.ts"))).toEqual(["sales7"]);
});

test("of more, those of a tag share a module, and each can still be imported from its own", async () => {
  const modules = await modulesOf([...numbered(60, ["sales"]), ...numbered(60, ["Sales"]), ...numbered(3, []), ["aux", ["aux", "sales"]]]);
  const tags = [...modules].filter(([path]) => path.startsWith("tags/"));
  // Without regard to case the two tags are one name, and `aux` is none on Windows.
  expect(tags.map(([path, text]) => [path.replace(/_[0-9a-f]{8}/, "_?"), declared(text).length]).sort()).toEqual([
    ["tags/Sales_?.ts", 60],
    ["tags/aux_?.ts", 1],
    ["tags/sales_?.ts", 60],
    ["tags/untagged.ts", 3],
  ]);
  expect([...modules.keys()].filter((path) => path.startsWith("tools/"))).toHaveLength(124);
  expect(modules.get("tools/get1.ts")).toContain('export { get1, type Get1Input, type Get1Output } from "../tags/untagged.');
  expect(modules.get("index.ts")?.match(/^export \* from /gm)).toHaveLength(4);
});
