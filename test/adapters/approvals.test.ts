import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { shortenWaits } from "../runtime/short-waits.ts";
import { adapterNames } from "./adapter-names.ts";
import type { Entries } from "./approvals/entry.ts";

shortenWaits();

// Each adapter is called by every entry that its SDK has, with the SDK itself, and a server counts the deletions that reach it.

let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
});
beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
});
afterAll(() => service.close());

/** The entries of an adapter. Those of a former version of an SDK are in the workspace that has this version. */
const fileOf = (adapter: string) =>
  [`./${adapter}/approvals.ts`, `./approvals/${adapter}.ts`].find((file) => existsSync(join(import.meta.dirname, file)));

/** What our library and the SDKs say of a call that is not made. */
const refusal = /not approved|needs approval|was not suspended|could not find a suspended run|Invalid resume data/;

test("every adapter has a table of ways to call a tool, with an approval or without", () => {
  expect(adapterNames.length).toBeGreaterThan(10);
  expect(adapterNames.filter((adapter) => fileOf(adapter) === undefined)).toEqual([]);
});

const files = [...adapterNames.flatMap((adapter) => fileOf(adapter) ?? []), "./ai-sdk-6/approvals.ts"];

describe.each(files)("the adapter of %s", async (file) => {
  const { entries }: { readonly entries: Entries } = await import(/* @vite-ignore */ new URL(file, import.meta.url).href);

  test("tries calls without an approval and with one", () => {
    const made = new Set(Object.values(entries).map(([deleted]) => deleted.length > 0));
    expect(made).toEqual(new Set([false, true]));
  });

  test.each(
    Object.entries(entries).map(
      ([title, [deleted, run]]) => [`${title}: deletes ${deleted.join(" and ") || "nothing"}`, deleted, run] as const,
    ),
  )("makes only approved calls: %s", async (_title, deleted, run) => {
    const call = async () => run({ baseUrl: service.address });
    // Some SDKs throw what others tell the model.
    await call().catch((error: unknown) => expect(String(error)).toMatch(refusal));
    expect(service.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual(deleted.map((id) => `DELETE /items/${id}`));
  });

  const approved = Object.entries(entries).filter(([, [deleted]]) => deleted.length > 0);

  test.each(approved)("a call that was approved once waits for the result of the deletion: %s", async (_title, [deleted, run]) => {
    let polls = 0;
    service.answer = (response, { method }) => {
      response.statusCode = method === "DELETE" ? 202 : 200;
      const isDone = method === "GET" && ++polls > 1;
      response.setHeader("content-type", "application/json").end(isDone ? '{"state":"done","deleted":true}' : '{"state":"running"}');
    };
    const call = async () => run({ baseUrl: service.address });
    await call().catch((error: unknown) => expect(String(error)).toMatch(refusal));
    const requests = service.arrivals.map(({ method, url }) => `${method} ${url}`);
    expect(requests.filter((each) => each.startsWith("DELETE"))).toEqual(deleted.map((id) => `DELETE /items/${id}`));
    // The first poll of all finds the deletion running.
    expect(polls).toBe(deleted.length + 1);
    expect(new Set(requests)).toEqual(new Set(deleted.flatMap((id) => [`DELETE /items/${id}`, `GET /items/${id}/deletion`])));
  });
});
