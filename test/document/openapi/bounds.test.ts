import { expect, test } from "vitest";
import { resolveUri } from "../../../src/document/openapi/read/references.ts";
import { cpuTime } from "../../cpu-time.ts";
import { sized } from "../../long.ts";
import { check, read, said } from "./documents.ts";

/** Checks a document, and that this takes less than three seconds. With bounds, each takes less than one; without, many, or years. */
function checkInTime(document: object): ReturnType<typeof check> {
  const text = JSON.stringify(document);
  const limit = sized(12_000);
  let checked: ReturnType<typeof check> | undefined;
  const time = cpuTime(() => {
    checked = check(text);
  }, limit);
  expect(time).toBeLessThan(limit);
  if (checked === undefined) throw new Error("The document was not checked.");
  return checked;
}

test("pointers through references that lead back into themselves are resolved in bounded time", () => {
  const again = { $ref: "#/components/schemas/A/y" };
  const schema = { $id: "https://example.com/a", ...again, components: { schemas: { A: again } } };
  const tree = read(JSON.stringify({ openapi: "3.1.0", components: { schemas: { A: schema } } }), "api.json");
  for (let count = 0; count < 1_000; count++)
    expect(resolveUri("#/components/schemas/A/y", { tree, path: ["components", "schemas", "A"] }, () => undefined).kind).toBe("dangling");
});

test("references in many schemas with identifiers are resolved in bounded time", () => {
  const schemas = Array.from({ length: 20_000 }, (_, index) => [
    `S${index}`,
    { $id: `https://example.com/s${index}`, $ref: "#/$defs/B", $defs: { B: {} } },
  ]);
  const paths = { "/a": { get: { responses: { "200": { description: "Done." } } } } };
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths, components: { schemas: Object.fromEntries(schemas) } };
  expect(checkInTime(document).diagnostics).toEqual([]);
});

test("chains of references and of tags are followed in bounded time", () => {
  const names = Array.from({ length: sized(40_000) }, (_, index) => `N${index}`);
  const responses = Object.fromEntries(
    names.map((name, index) => [name, { $ref: `#/components/responses/${names[index + 1] ?? "Last"}` }]),
  );
  const tags = names.map((name, index) => (index === 0 ? { name } : { name, parent: names[index - 1] }));
  const document = {
    openapi: "3.2.0",
    info: { title: "Shop", version: "1" },
    paths: {},
    tags,
    components: { responses: { ...responses, Last: { description: "Done." } } },
  };
  expect(checkInTime(document).diagnostics).toEqual([]);
});

test("the suggestions for many misspelt names are found in bounded time", () => {
  const names = (word: string) => Array.from({ length: 10_000 }, (_, index) => `${word}${index}`);
  const document = {
    openapi: "3.2.0",
    info: { title: "Shop", version: "1" },
    paths: {},
    tags: names("tag-name").map((name, index) => ({ name, parent: `nag-tame${index}` })),
    components: {
      schemas: {
        A: { properties: { color: {} }, required: ["colour"] },
        B: { properties: Object.fromEntries(names("property").map((name) => [name, {}])), required: names("quoporty") },
        ...Object.fromEntries(names("Schema").map((name, index) => [name, { $ref: `#/components/schemas/Amehcs${index}` }])),
      },
    },
  };
  const { diagnostics } = checkInTime(document);
  // The first ten names of B are compared with all; the others of this list are one finding.
  expect(diagnostics).toHaveLength(20_012);
  expect(diagnostics.find(({ code }) => code === "undefined-required-property")?.message).toContain('Did you mean "color"?');
});

test("paths with many methods are compared in bounded time", () => {
  const operation = { responses: { "200": { description: "Done." } } };
  const item = (name: string, method: string) => ({
    additionalOperations: Object.fromEntries(Array.from({ length: sized(8_000) }, (_, index) => [`${method}${index}`, operation])),
    parameters: [{ name, in: "path", required: true, schema: {} }],
  });
  const paths = { "/a/{x}": item("x", "A"), "/a/{y}": item("y", "B"), "/a/{z}": item("z", "A") };
  const document = { openapi: "3.2.0", info: { title: "Shop", version: "1" }, paths };
  expect(said(checkInTime(document).diagnostics)).toEqual([
    "similar-path @ #/paths/~1a~1{y} (key)",
    "duplicate-path @ #/paths/~1a~1{z} (key)",
  ]);
});

test("misplaced references are followed until the document would have too many values", () => {
  const operation = { tags: { $ref: "#/x-tags" }, responses: { "200": { description: "Done." } } };
  const paths = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`/a${index}`, { get: operation }]));
  const tags = Array.from({ length: 2_000 }, (_, index) => `tag${index}`);
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths, "x-tags": tags };
  const { value, diagnostics } = checkInTime(document);
  expect(value?.operationCount).toBe(1_100);
  const unfollowed = diagnostics.filter(({ code }) => code === "unfollowed-reference");
  // Each target has 2,001 values: the array and its items.
  expect(unfollowed).toHaveLength(1_100 - Math.floor(2_000_000 / 2_001));
  expect(unfollowed[0]?.message).toContain("with the target, the document would have more than 2,000,000 values");
});

test("the parts of an `allOf` that describe no required property are searched in bounded time", () => {
  const part = { properties: { a: {} }, required: ["b"] };
  const Few = { allOf: Array.from({ length: 100 }, () => part) };
  const Many = { allOf: Array.from({ length: sized(30_000) }, () => part) };
  const links = sized(5_000);
  const chain = Array.from({ length: links }, (_, index) => [
    `C${index}`,
    { allOf: [{ $ref: `#/components/schemas/C${index + 1}` }, part] },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {},
    components: { schemas: { Few, Many, ...Object.fromEntries(chain), [`C${links}`]: {} } },
  };
  const found = said(checkInTime(document).diagnostics).filter((each) => each.startsWith("undefined-required-property"));
  // Beyond the limit, a part that was not read may describe the property.
  expect(found.filter((each) => each.includes("/Few/"))).toHaveLength(100);
  expect(found.filter((each) => each.includes("/Many/"))).toEqual([]);
});
