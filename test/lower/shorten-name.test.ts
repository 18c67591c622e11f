import fc from "fast-check";
import { expect, test } from "vitest";
import { shortenName } from "../../src/lower/names/shorten-name.ts";
import { compileTexts } from "../compile-texts.ts";
import { shop } from "./lower-texts.ts";

test.each([
  ["words of the toolset", "shop_", "list_shop_orders", [], 16, "shop_list_orders"],
  ["repeated words, only as many as needed", "", "get_companies_companyId_apps_appId", [], 30, "get_companies_Id_apps_appId"],
  ["then more of them", "", "get_companies_companyId_apps_appId", [], 25, "get_companies_Id_apps_Id"],
  ["words of tags, when nothing is repeated", "", "readCoreV1PodStatus", ["core_v1"], 15, "readV1PodStatus"],
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
      expect(short.startsWith(prefix)).toBe(true);
      const kept = short.slice(prefix.length).split("_");
      let from = 0;
      for (const each of kept) {
        from = rest.split("_").indexOf(each, from) + 1;
        expect(from).toBeGreaterThan(0);
      }
    }),
  );
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
  expect(beside[long]?.[0]).toMatch(/^shop_list_the_shop_.*_[0-9a-f]{8}$/);
});

test("the shortened names of tools do not depend on which tools are excluded", async () => {
  const ids = [long, long.replace("_shop_orders", "_orders"), "list_the_orders_of_all_customers_whose_orders_were_returned"];
  const all = (await namesOf(ids)).names;
  for (const id of ids) {
    const { [id]: _excluded, ...others } = all;
    expect((await namesOf(ids, [id])).names).toEqual(others);
  }
});
