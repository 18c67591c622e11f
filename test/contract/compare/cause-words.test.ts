import { expect, test } from "vitest";
import type { Change } from "../../../src/contract/changes/change.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { changesBetween, type Texts } from "./compare.ts";

/** An MCP server with one tool, and the shared schemas of what it takes and returns. */
function served(tool: { readonly inputSchema?: Json; readonly outputSchema?: Json; readonly annotations?: Json }): Texts {
  const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" }, ...tool }];
  return {
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({ formatVersion: "1.0", tools }),
  };
}

async function breaks(before: Texts, after: Texts): Promise<readonly Change[]> {
  return (await changesBetween(before, after)).filter(({ grade }) => grade === "breaking");
}

/** The messages about a member "order" of the input or the result that has another schema now. */
async function messages(side: "inputSchema" | "outputSchema", before: Json, after: Json): Promise<readonly string[]> {
  const tool = (order: Json) => served({ [side]: { type: "object", properties: { order } } });
  return (await breaks(tool(before), tool(after))).map(({ message }) => message);
}

const string = { type: "string" };
const byId = { type: "object", properties: { id: string }, required: ["id"] };
const byName = { type: "object", properties: { name: string }, required: ["name"] };

test("an argument that needs a member which one of its alternatives had not names the member", async () => {
  expect(await messages("inputSchema", { oneOf: [byId, byName] }, byId)).toEqual([`"order" of "shop_find" needs "id" now.`]);
});

test("an argument that needs a member in each alternative names the member", async () => {
  const tool = (required: readonly string[]) => {
    const kinds = { oneOf: [{ properties: { kind: { const: "first" } } }, { properties: { kind: { const: "last" } } }] };
    const base = { allOf: [kinds, { type: "object", properties: { id: string, name: string, kind: string }, required: [...required] }] };
    const alternative = (name: string) => ({ allOf: [{ required: [name] }, { $ref: "#/$defs/Base" }] });
    const order = { oneOf: [alternative("name"), alternative("kind")] };
    return served({ inputSchema: { type: "object", properties: { order }, $defs: { Base: base } } });
  };
  const found = await breaks(tool([]), tool(["id"]));
  expect(found.map(({ message }) => message)).toEqual([`"order" of "shop_find" needs "id" now.`]);
});

test("an argument that has no such member any more names the member", async () => {
  const closed = { additionalProperties: false };
  expect(
    await messages(
      "inputSchema",
      {
        oneOf: [
          { ...byId, ...closed },
          { ...byName, ...closed },
        ],
      },
      { ...byId, ...closed, required: [] },
    ),
  ).toEqual([`"order" of "shop_find" no longer has "name".`]);
});

test("an argument that was anything names the types that are left", async () => {
  expect(await messages("inputSchema", {}, { type: ["string", "null"] })).toEqual([
    `"order" of "shop_find" accepts only null or string now.`,
  ]);
  expect(await messages("inputSchema", { oneOf: [string, byId] }, string)).toEqual([`"order" of "shop_find" accepts only string now.`]);
});

test("a result that may be anything, or of one more type, is said without an example", async () => {
  expect(await messages("outputSchema", string, {})).toEqual([`"order" of "shop_find" may be anything now.`]);
  expect(await messages("outputSchema", string, { anyOf: [string, byId] })).toEqual([`"order" of "shop_find" may be an object now.`]);
});

test("a result whose further members may have any type is said so", async () => {
  const settings = { type: "object", properties: { id: string } };
  expect(await messages("outputSchema", { ...settings, additionalProperties: string }, settings)).toEqual([
    `"order" of "shop_find" may have further members of any type now.`,
  ]);
});

test("a member that may be null beside a reference is said at the member, with its types", async () => {
  const tool = (status: Json, text: string) =>
    served({
      outputSchema: {
        type: "object",
        properties: { first: { $ref: "#/$defs/Order" }, last: { $ref: "#/$defs/Order" } },
        $defs: { Order: { type: "object", properties: { status } }, Status: { type: "string", enum: ["new"], description: text } },
      },
    });
  const status = { $ref: "#/$defs/Status" };
  const found = await breaks(tool(status, "It."), tool({ anyOf: [status, { type: "null" }] }, "The status."));
  expect(found.map(({ message }) => message)).toEqual([`"Order/status" may be null now: 2 results of "shop_find".`]);
  expect(found[0]).toMatchObject({ from: { type: "string" }, to: { type: ["null", "string"] } });
});

test("a member of a result that is beside its list now is said to be there", async () => {
  const items = (properties: Json) => ({ data: { type: "array", items: { type: "object", properties } } });
  const [more, id] = [{ type: "boolean" }, string];
  const tool = (properties: Json) => served({ outputSchema: { type: "object", properties } });
  const found = await breaks(tool({ ...items({ id, more }) }), tool({ ...items({ id }), more }));
  expect(found.map(({ message }) => message)).toEqual([`"data/*/more" of "shop_find" is "more" now.`]);
  const kept = await breaks(tool({ ...items({ id, more }), more }), tool({ ...items({ id }), more }));
  expect(kept.map(({ message }) => message)).toEqual([`"data/*/more" of "shop_find" is no longer described.`]);
});

test("a hint that a server gives now is no former value of it", async () => {
  const found = await breaks(served({}), served({ annotations: { readOnlyHint: true } }));
  expect(found.map(({ kind, message }) => [kind, message])).toEqual([
    ["changed-hint", `The server says now that "shop_find" only reads, which it did not say before.`],
  ]);
  const gentle = await breaks(served({}), served({ annotations: { destructiveHint: false, idempotentHint: true } }));
  expect(gentle.map(({ message }) => message)).toEqual([
    `The server says now that "shop_find" destroys nothing, which it did not say before.`,
    `The server says now that "shop_find" may be called twice, which it did not say before.`,
  ]);
  const configured = "overrides: { shop: { tools: { find: { annotations: { readOnly: true } } } } }";
  expect((await breaks(served({}), { ...served({}), "toolsetc.yaml": configured })).map(({ message }) => message)).toEqual([
    `The hint "readOnly" of "shop_find" was false and is true.`,
  ]);
});

test("an approval that is needed since a server calls its tool destructive says so", async () => {
  const found = await breaks(served({}), served({ annotations: { destructiveHint: true } }));
  expect(found.map(({ message }) => message)).toEqual([
    `"shop_find" needs approval now: the server says that it is destructive, which it did not say before.`,
  ]);
});

test("a result whose items were in a member each, and are now themselves, is said once, and so is the reverse", async () => {
  const $defs = { Order: { type: "object", properties: { id: string, name: string } } };
  for (const order of [{ $ref: "#/$defs/Order" }, $defs.Order]) {
    const listed = (items: Json) => served({ outputSchema: { type: "object", properties: { orders: { type: "array", items } }, $defs } });
    const wrapped = { type: "object", properties: { data: order } };
    const messagesOf = async (before: Json, after: Json) =>
      (await changesBetween(listed(before), listed(after))).map(({ grade, message }) => [grade, message]);
    expect(await messagesOf(wrapped, order)).toEqual([["breaking", `"orders/*" of "shop_find" is now what its member "data" was.`]]);
    expect(await messagesOf(order, wrapped)).toEqual([["breaking", `"orders/*" of "shop_find" is now in its new member "data".`]]);
    const other = { type: "object", properties: { size: string } };
    expect(await messagesOf(wrapped, other)).toContainEqual(["breaking", `"orders/*/data" of "shop_find" is no longer described.`]);
  }
});

test("a member that only one alternative no longer requires is said of this alternative", async () => {
  const alternative = (required: readonly string[]) => ({
    type: "object",
    properties: { id: string, name: string },
    required: [...required],
  });
  const union = (last: Json) => {
    const $defs = { First: alternative(["id", "name"]), Middle: { type: "object", properties: { size: string } }, Last: last };
    const order = { oneOf: Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` })) };
    return served({ outputSchema: { type: "object", properties: { order }, $defs } });
  };
  const [change, ...others] = await breaks(union(alternative(["id", "name"])), union(alternative(["id"])));
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    message: `"order/name" of "shop_find" may be missing now.`,
    schema: { name: "Last", path: ["properties", "name"] },
  });
});

test("a member that a shared schema in place of two others no longer requires is one break, of the shared schema", async () => {
  const own = { type: "object", properties: { id: string, name: string }, required: ["id", "name"] };
  const $defs = { Order: { ...own, required: ["id"] } };
  const tool = (schema: Json) => served({ outputSchema: { type: "object", properties: { first: schema, last: schema }, $defs } });
  const found = await breaks(tool(own), tool({ $ref: "#/$defs/Order" }));
  expect(found.map(({ message }) => message)).toEqual([`"Order/name" may be missing now: 2 results of "shop_find".`]);
});
