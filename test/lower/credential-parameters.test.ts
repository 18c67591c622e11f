import { expect, test } from "vitest";
import { lowerTexts, shop } from "./lower-texts.ts";

const responses = { "200": { description: "Done." } };
const string = { type: "string" };

async function saidOf(operations: { readonly [id: string]: object }, more: object = {}, config?: unknown): Promise<string[]> {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([id, { method = "get", path = "", ...operation }]: [string, { method?: string; path?: string }]) => [
      `/${id}${path}`,
      { [method]: { operationId: id, responses, ...operation } },
    ]),
  );
  const { lowering } = await lowerTexts(shop(paths, more as never, config));
  return lowering.filter(({ code }) => code === "credential-parameter").map(({ message }) => message);
}
const takes = (name: string, place = "query", more: object = {}) => ({ parameters: [{ name, in: place, schema: string, ...more }] });

test.each([
  "api_key",
  "apiKey",
  "X-API-Key",
  "access_token",
  "X-Amz-Signature",
  "X_Amz_Security_Token",
  "client_secret",
  "secret",
  "password",
  "X-Session-Token",
  "x-acme-signature",
])("the parameter %s is a credential, which no model sees", async (name) => {
  expect(await saidOf({ call: takes(name, "header") })).toEqual([`The model would have to provide the credential "${name}".`]);
});

test.each([
  ["a page", { call: takes("next_page_token") }],
  ["the name of a secret", { call: takes("secret_name") }],
  ["its kind", { call: takes("secret_type") }],
  ["a key of sorting", { call: takes("sort_key") }],
  ["a token of something else", { call: takes("token", "query", { description: "The token of the package." }) }],
  ["a part of the path", { call: { ...takes("api_key", "path", { required: true }), path: "/{api_key}" } }],
  ["what a write sets", { call: { ...takes("password"), method: "put" } }],
  [
    "a member of a body",
    {
      call: {
        method: "post",
        requestBody: { content: { "application/json": { schema: { type: "object", properties: { api_key: string } } } } },
      },
    },
  ],
])("the parameter %s is not a credential", async (_what, operations) => {
  expect(await saidOf(operations)).toEqual([]);
});

test("a parameter named like a security scheme is a credential, and so is a token that says so", async () => {
  const components = { securitySchemes: { shopKey: { type: "apiKey", in: "header", name: "X-Shop" } } };
  expect(await saidOf({ call: takes("x-shop", "header") }, { components })).toHaveLength(1);
  expect(await saidOf({ call: takes("token", "query", { description: "Authentication token. Requires scope." }) })).toHaveLength(1);
});

test("a parameter for a credential is reported once for each name, unless it is hidden or fixed", async () => {
  const operations = { one: takes("api_key", "query", { required: true }), two: takes("api_key"), three: takes("access_token") };
  expect(await saidOf(operations)).toEqual([
    'The model would have to provide the credential "api_key" in calls of 2 tools.',
    'The model would have to provide the credential "access_token".',
  ]);
  const parameters = { api_key: { hide: true }, access_token: { hide: true } };
  expect(await saidOf(operations, {}, { overrides: { shop: { tools: { "*": { parameters } } } } })).toEqual([]);
});
