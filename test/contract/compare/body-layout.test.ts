import { expect, test } from "vitest";
import type { Change } from "../../../src/contract/changes/change.ts";
import { changesBetween, shopWith, type Texts } from "./compare.ts";

/** A shop whose tool `order` takes a body of this schema. */
function shop(schema: string, { isRequired = true, mediaType = "application/json", tools = ["order"] } = {}): Texts {
  const operation = (
    name: string,
  ) => `  /${name}: { post: { operationId: ${name}, summary: Orders., parameters: [{ name: day, in: query, schema: { type: string } }],
    requestBody: { required: ${isRequired}, content: { ${mediaType}: { schema: ${schema} } } },
    responses: { "200": { description: It., content: { application/json: { schema: { type: object } } } } } } }`;
  return shopWith(`paths:\n${tools.map(operation).join("\n")}\n`);
}

const pears = "{ type: object, required: [pears], properties: { pears: { type: integer }, note: { type: string } } }";
/** The same, but not as an object whose members can be arguments. */
const union = `{ oneOf: [${pears}, { type: object, required: [pears, note], properties: { pears: { type: integer }, note: { type: string } } }] }`;

async function breaks(before: Texts, after: Texts): Promise<readonly Change[]> {
  return (await changesBetween(before, after)).filter(({ grade }) => grade === "breaking");
}

const messages = (changes: readonly Change[]) => changes.map(({ message }) => message);

test("arguments that are members of the body, since it may be left out, are said in one sentence", async () => {
  const found = await breaks(shop(pears), shop(pears, { isRequired: false }));
  expect(messages(found)).toEqual([`"note", "pears" of "shop_order" are members of "body" now, since the body may be left out.`]);
  expect(found[0]).toMatchObject({
    kind: "narrowed-input",
    from: ["note", "pears"],
    to: ["body"],
    uses: [{ tool: "shop_order", pointer: "/input" }],
  });
  const tools = ["order", "reserve"];
  expect(messages(await breaks(shop(pears, { tools }), shop(pears, { tools, isRequired: false })))).toEqual([
    `"note", "pears" are members of "body" now, since the body may be left out: 2 tools.`,
  ]);
});

test("members of the body that are arguments are said in one sentence, though a union has them twice", async () => {
  expect(messages(await breaks(shop(union), shop(pears)))).toEqual([`The members of "body" of "shop_order" are arguments now.`]);
  expect(messages(await breaks(shop(pears, { isRequired: false }), shop(pears)))).toEqual([
    `The members of "body" of "shop_order" are arguments now, since the body is required.`,
  ]);
});

test("what else changed in a body is said beside its layout", async () => {
  const other = pears.replace("[pears]", "[pears, note]").replace("integer", "string");
  expect(messages(await breaks(shop(pears), shop(other, { isRequired: false })))).toEqual([
    `"note", "pears" of "shop_order" are members of "body" now, since the body may be left out.`,
    `"body/note" of "shop_order" is required now.`,
    `"body/pears" of "shop_order" was integer and is string now.`,
  ]);
  const fewer = pears.replace(", note: { type: string }", "");
  expect(messages(await breaks(shop(pears, { isRequired: false }), shop(fewer)))).toEqual([
    `The members of "body" of "shop_order" are arguments now, since the body is required.`,
    `"body/note" of "shop_order" was removed.`,
  ]);
  expect(messages(await breaks(shop(pears), shop(fewer, { isRequired: false })))[0]).toBe(
    `"pears" of "shop_order" is a member of "body" now, since the body may be left out.`,
  );
});

test("a text that becomes a body with members is another body", async () => {
  const found = await breaks(shop("{ type: string }", { mediaType: "text/plain" }), shop(pears));
  expect(messages(found)).toContain(`"body" of "shop_order" was removed.`);
});
