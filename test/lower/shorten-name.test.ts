import fc from "fast-check";
import { expect, test } from "vitest";
import { cutName, shortenName } from "../../src/lower/names/shorten-name.ts";
import { compileTexts } from "../compile-texts.ts";
import { shop } from "./lower-texts.ts";

test.each([
  ["words of the toolset", "shop_", "list_shop_orders", [], 16, "shop_list_orders"],
  ["repeated words, only as many as needed", "", "get_companies_companyId_apps_appId", [], 30, "get_companies_Id_apps_appId"],
  ["then more of them", "", "get_companies_companyId_apps_appId", [], 25, "get_companies_Id_apps_Id"],
  ["words of tags, when nothing is repeated", "", "readCoreV1PodStatus", ["core_v1"], 15, "readV1PodStatus"],
  ["words of a prefix of more than half", "shop_of_all_pets_", "list_pets", [], 24, "shop_of_all_list_pets"],
  ["words of a shorter prefix last", "pet_shop_", "list_the_orders_of_pets", [], 22, "pet_list_the_orders_of"],
  ["not the first word of a prefix", "shop_", "list_the_orders", [], 15, undefined],
  ["not more than there is", "", "list_orders", ["orders"], 3, undefined],
  ["not the last word", "", "orders", ["orders"], 3, undefined],
])("to shorten the name of a tool, %s are removed", (_what, prefix, rest, tags, length, expected) => {
  expect(shortenName({ prefix, rest, tags }, length)).toBe(expected);
});

test("a shortened name fits, and has words of the long name in their order", () => {
  const word = fc.constantFrom("get", "list", "Orders", "order", "pets", "Pet", "v1", "id", "of");
  const texts = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join("_"));
  fc.assert(
    fc.property(texts, texts, fc.array(word, { maxLength: 2 }), fc.integer({ min: 4, max: 60 }), (start, rest, tags, length) => {
      const prefix = `${start}_`;
      const short = shortenName({ prefix, rest, tags }, length);
      if (short === undefined) return;
      expect(short.length).toBeLessThanOrEqual(length);
      expect(short.split("_")[0]).toBe(prefix.split("_")[0]);
      const given = `${prefix}${rest}`.split("_");
      let from = 0;
      for (const each of short.split("_")) {
        from = given.indexOf(each, from) + 1;
        expect(from).toBeGreaterThan(0);
      }
    }),
  );
});

test.each([
  ["the prefix, the beginning and the end", "shop_", "delete_region_order_line_discount_reason", 30, "shop_delete_region_reason"],
  ["the first words of a long prefix", "shop_of_all_pets_", "delete_region_order_line_discount", 24, "shop_delete_discount"],
  ["a whole prefix, if there is room", "shop_of_pets_", "list_orders", 24, "shop_of_pets_list_orders"],
  ["no word twice", "shop_", "get_apps_appId_users_userId_roles", 24, "shop_get_apps_roles"],
  ["the beginning of a single word", "shop_", "x".repeat(20), 10, "shop_xxxxx"],
])("a name that gets a suffix keeps %s", (_what, prefix, rest, length, expected) => {
  expect(cutName({ prefix, rest }, length)).toBe(expected);
});

const responses = { "200": { description: "Done." } };
const long = "list_the_shop_orders_of_all_shop_customers_whose_orders_were_returned";

async function namesOf(ids: readonly string[], exclude: readonly string[] = []) {
  const paths = Object.fromEntries(ids.map((operationId, index) => [`/p${index}`, { get: { operationId, responses } }]));
  const { program, findings } = await compileTexts(shop(paths, {}, { overrides: { shop: { exclude } } }));
  const tools = program.toolsets.flatMap((toolset) => toolset.tools);
  return { names: Object.fromEntries(tools.map(({ id, name, localName }) => [id, [name, localName]])), findings };
}

test("a long name of a tool loses repeated words before it gets a suffix, and a note counts such names", async () => {
  const { names, findings } = await namesOf([long, "ping"]);
  expect(names[long]).toEqual([
    "shop_list_the_orders_of_all_customers_whose_orders_were_returned",
    "list_the_shop_orders_of_all_customers_whose_orders_were_returned",
  ]);
  expect(findings.map(({ code }) => code)).toEqual(["changed-name"]);
});

test("both of two shortened names that become equal get a suffix, and one that equals another's name does", async () => {
  const other = long.replace("_shop_orders", "_orders");
  const { names } = await namesOf([long, other, "ping"]);
  expect(new Set([names[long]?.[0], names[other]?.[0]]).size).toBe(2);
  const taken = "list_the_orders_of_all_customers_whose_orders_were_returned";
  const beside = (await namesOf([long, taken])).names;
  expect(beside[taken]?.[0]).toBe(`shop_${taken}`);
  expect(beside[long]?.[0]).toMatch(/^shop_list_the_.*_returned_[0-9a-f]{8}$/);
});

test("tools of a toolset with a long name keep the names of their operations", async () => {
  const operation = (operationId: string) => ({ get: { operationId, responses } });
  const openApiSchema = JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    paths: { "/orders": operation("list_orders"), "/orders/last": operation("getLastOrder") },
  });
  const displayName = "interface_of_the_shop_for_partners_who_sell_pets_and_food_abroad";
  const { program } = await compileTexts({ "shop.json": JSON.stringify({ displayName, openApiToolset: { openApiSchema } }) });
  expect(program.toolsets[0]?.tools.map(({ name }) => name)).toEqual([
    "interface_of_the_shop_for_partners_who_sell_pets_and_list_orders",
    "interface_of_the_shop_for_partners_who_sell_pets_getLastOrder",
  ]);
});

test("the shortened names of tools do not depend on which tools are excluded", async () => {
  const ids = [long, long.replace("_shop_orders", "_orders"), "list_the_orders_of_all_customers_whose_orders_were_returned"];
  const all = (await namesOf(ids)).names;
  for (const id of ids) {
    const { [id]: _excluded, ...others } = all;
    expect((await namesOf(ids, [id])).names).toEqual(others);
  }
});
