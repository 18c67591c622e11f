import { expect, test } from "vitest";
import type { WaitingBinding } from "../../src/runtime/binding.ts";
import { lowerTexts, shop, toolOf } from "./lower-texts.ts";

type Json = { readonly [name: string]: unknown };

/** A response with a JSON object of these members. */
function answer(properties: Json, more: Json = {}): Json {
  return { description: "The answer.", content: { "application/json": { schema: { type: "object", properties } } }, ...more };
}

const text = { type: "string" };
const status = { type: "string", enum: ["pending", "running", "succeeded", "failed", "canceled"] };
const id = { name: "id", in: "path", required: true, schema: text };
const getExport = { operationId: "getExport", parameters: [id], responses: { "200": answer({ id: text, status, url: text }) } };
const start = (responses: Json, more: Json = {}) => ({ operationId: "start", ...more, responses });

/** How the operation `start` of a document waits. */
async function waitingIn(paths: Json, config?: Json): Promise<WaitingBinding | null> {
  const { binding } = toolOf(await lowerTexts(shop(paths, {}, config)), "start");
  return binding.transport === "http" ? binding.waiting : null;
}

const waits: { readonly [title: string]: { readonly paths: Json; readonly waiting: Json } } = {
  "the path with the id of the answer": {
    paths: { "/exports": { post: start({ "202": answer({ id: text }) }) }, "/exports/{id}": { get: getExport } },
    waiting: {
      style: "operation",
      operation: { path: "/exports/{id}", id: ["id"], parameters: [{ name: "id", in: "path", from: { input: "_waiting" } }] },
      state: ["status"],
      pending: ["pending", "running"],
      failed: ["failed", "canceled"],
    },
  },
  "another path for an id of work": {
    paths: {
      "/shops/{id}/imports": { post: start({ "202": answer({ jobId: text }) }, { parameters: [id] }) },
      "/jobs/{job_id}": { get: { ...getExport, parameters: [{ ...id, name: "job_id" }] } },
    },
    waiting: { style: "operation", operation: { path: "/jobs/{job_id}", id: ["jobId"] } },
  },
  "the same path, if both have the state": {
    paths: { "/report/{id}": { put: start({ "202": answer({ status }) }, { parameters: [id] }), get: getExport } },
    waiting: { style: "operation", operation: { path: "/report/{id}", id: [], parameters: [{ name: "id", from: { input: "id" } }] } },
  },
  "an address in the answer": {
    paths: { "/exports": { post: start({ "202": answer({ uri: text }) }) }, "/exports/{id}": { get: getExport } },
    waiting: { style: "resource", operation: { path: "/exports/{id}", id: ["uri"] } },
  },
  "a link": {
    paths: {
      "/exports": {
        post: start({
          "202": answer({ ref: text }, { links: { state: { operationId: "getExport", parameters: { id: "$response.body#/ref" } } } }),
        }),
      },
      "/work/{id}": { get: getExport },
    },
    waiting: { style: "operation", operation: { path: "/work/{id}", id: ["ref"] } },
  },
  "an operation that itself answers 202 until there is a result": {
    paths: {
      "/exports": { post: start({ "202": answer({ id: text }) }) },
      "/exports/{id}": { get: { ...getExport, responses: { "200": answer({ rows: text }), "202": { description: "Not yet." } } } },
    },
    waiting: { style: "operation", state: null },
  },
  "the header Location": {
    paths: { "/exports": { post: start({ "202": { description: "Begun.", headers: { Location: { schema: text } } } }) } },
    waiting: { style: "header", header: "location", state: ["status"] },
  },
  "the header Operation-Location before Location": {
    paths: {
      "/exports": {
        post: start({ "202": { description: "Begun.", headers: { Location: { schema: text }, "Operation-Location": { schema: text } } } }),
      },
    },
    waiting: { style: "header", header: "operation-location" },
  },
  "a GET that answers 202 until there is a result": {
    paths: { "/stats": { get: start({ "200": answer({ total: text }), "202": { description: "Computing." } }) } },
    waiting: { style: "repeat", operation: null, state: null },
  },
  "a long-running operation of AIP-151": {
    paths: {
      "/v1/exports": {
        post: start({ "200": answer({ name: text, done: { type: "boolean" }, error: { type: "object" }, response: { type: "object" } }) }),
      },
      "/v1/{name}": {
        get: {
          operationId: "getOperation",
          parameters: [{ ...id, name: "name" }],
          responses: { "200": answer({ name: text, done: { type: "boolean" }, error: { type: "object" }, response: { type: "object" } }) },
        },
      },
    },
    waiting: { style: "resource", operation: { path: "/v1/{name}", id: ["name"] }, state: ["done"], pending: [false, null] },
  },
};

test.each(Object.entries(waits))("a call of a generated tool waits by %s", async (_title, { paths, waiting }) => {
  expect(await waitingIn(paths)).toMatchObject(waiting);
});

const accepted = { "202": answer({ id: text }) };
const child = (schema: Json) => ({
  "/exports/{id}": { get: { ...getExport, responses: { "200": answer({ id: text, status: schema }) } } },
});

const doesNot: { readonly [title: string]: Json } = {
  "nothing returns the state": { "/exports": { post: start(accepted) } },
  "the states have no known meaning": {
    "/exports": { post: start(accepted) },
    ...child({ type: "string", enum: ["pending", "violet", "done"] }),
  },
  "people decide": { "/exports": { post: start(accepted) }, ...child({ type: "string", enum: ["pending", "in_review", "completed"] }) },
  "no value ends it": { "/exports": { post: start(accepted) }, ...child(text) },
  "the answer has no id": { "/exports": { post: start({ "202": { description: "Begun." } }) }, ...child(status) },
  "201 is documented, too": { "/exports": { post: start({ ...accepted, "201": answer({ id: text }) }) }, ...child(status) },
  "something is deleted": { "/exports/{id}": { delete: start({ "202": answer({ status }) }, { parameters: [id] }), get: getExport } },
  "the state of the same path is no part of the answer": {
    "/exports/{id}": { put: start({ "202": { description: "Accepted." } }, { parameters: [id] }), get: getExport },
  },
  "a callback reports it": {
    "/exports": {
      post: start(
        { "202": { description: "Begun.", headers: { Location: { schema: text } } } },
        { callbacks: { done: { "{$request.query.url}": { post: { responses: { "200": { description: "Thanks." } } } } } } },
      ),
    },
  },
  "the operation needs an argument that the call does not have": {
    "/exports": { post: start(accepted) },
    "/exports/{id}": { get: { ...getExport, parameters: [id, { name: "region", in: "query", required: true, schema: text }] } },
  },
  "a GET documents every status": { "/stats": { get: start({ "200": answer({}), "201": answer({}), "202": answer({}) }) } },
};

test.each(Object.entries(doesNot))("a call of a generated tool does not wait if %s", async (_title, paths) => {
  expect(await waitingIn(paths)).toBeNull();
});

test.each([
  { title: "the credentials of the call", called: [{ key: [] }], reads: [{ key: [] }], sent: [{ key: [] }] },
  { title: "one of two ways", called: [{ key: [] }], reads: [{ login: [] }, { key: [] }], sent: [{ key: [] }] },
  { title: "no credentials", called: [{ key: [] }], reads: [], sent: [] },
  { title: "credentials or none", called: [], reads: [{ key: [] }, {}], sent: [{}] },
  { title: "credentials that the call does not have", called: [{ key: [] }], reads: [{ login: [] }], sent: undefined },
  { title: "more credentials than the call has", called: [{ key: [] }], reads: [{ key: [], login: [] }], sent: undefined },
])("a call that waits reads the state of the work with its own credentials: $title", async ({ called, reads, sent }) => {
  const paths = {
    "/exports": { post: start({ "202": answer({ id: text }) }, { security: called }) },
    "/exports/{id}": { get: { ...getExport, security: reads } },
  };
  const securitySchemes = { key: { type: "http", scheme: "bearer" }, login: { type: "http", scheme: "basic" } };
  const config = { overrides: { shop: { include: ["start"] } } };
  const { binding } = toolOf(await lowerTexts(shop(paths, { components: { securitySchemes } }, config)), "start");
  expect(binding.transport === "http" && (binding.waiting?.operation?.security ?? undefined)).toEqual(sent);
});

const { "the path with the id of the answer": plain } = waits;

test("the override `wait` limits the seconds of waiting, or turns it off", async () => {
  const configured = (wait: unknown) => ({ overrides: { shop: { tools: { start: { wait } } } } });
  expect(await waitingIn(plain?.paths ?? {})).toMatchObject({ seconds: null });
  expect(await waitingIn(plain?.paths ?? {}, configured({ seconds: 60 }))).toMatchObject({ seconds: 60 });
  expect(await waitingIn(plain?.paths ?? {}, configured(false))).toBeNull();
});

test("the override `wait` is reported for an operation that does not wait, unless it is for all tools", async () => {
  const report = async (name: string) => {
    const config = { overrides: { shop: { tools: { [name]: { wait: { seconds: 60 } } } } } };
    const { diagnostics } = await lowerTexts(shop({ "/exports": { post: start({ "200": answer({ id: text }) }) } }, {}, config));
    return diagnostics.map(({ message }) => message);
  };
  expect(await report("start")).toEqual([expect.stringContaining("the document does not say where the result can be read")]);
  expect(await report("*")).toEqual([]);
});
