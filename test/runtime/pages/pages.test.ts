import type { ServerResponse } from "node:http";
import { openai } from "toolsetc/openai";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { type Context, type ItemOf, type ListTool, resultText, type Tool, ToolError } from "../../../src/runtime/index.ts";
import { bindTools } from "../../../src/runtime/tool/bind-tools.ts";
import { compileTexts } from "../../compile-texts.ts";
import { type Arrival, type Loopback, startLoopback } from "../loopback.ts";
import { firstOf } from "./first-of.ts";
import { bearer, compiledList, type Input, idOf, type Output, projectWith, styleNames, styles } from "./lists.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = answer;
});

/** Answers as the service of the list does. */
function answer(response: ServerResponse, { url }: Arrival): void {
  const { pathname, searchParams } = new URL(url, server.address);
  const style = styles[styleNames[Number(pathname.split("/").at(-1))] ?? ""];
  const { body, link } = style?.answer(searchParams, pathname) ?? { body: null };
  response.writeHead(200, { "content-type": "application/json", ...(link === undefined ? {} : { link }) }).end(JSON.stringify(body));
}

const given = (): Context => ({ ...bearer, baseUrl: server.address });

async function idsOf(pages: AsyncIterable<unknown>, most = 100): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const item of pages) {
    ids.push((item as { readonly id: unknown }).id);
    if (ids.length === most) break;
  }
  return ids.map((id) => Number(String(id).replace("o", "")));
}

describe("a program reads all items of a list", () => {
  test.each(styleNames)("of the style: %s", async (style) => {
    const list = await compiledList(style);
    expect(await idsOf(list.pages({}, given()))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    // A page number without any count is asked until a page is empty.
    expect(server.arrivals).toHaveLength(style === "page number" ? 4 : 3);
    expect(server.arrivals.every(({ headers }) => headers.authorization === "Bearer hunter2-token")).toBe(true);
  });

  test.each(styleNames)("that it leaves after two items, and requests no further page: %s", async (style) => {
    const list = await compiledList(style);
    expect(await idsOf(list.pages({}, given()), 2)).toEqual([1, 2]);
    expect(server.arrivals).toHaveLength(1);
  });

  test("with the context to which the tools were bound", async () => {
    const [list] = bindTools([await compiledList("cursor in the result")], given());
    expect(await idsOf(list.pages({}))).toHaveLength(7);
  });

  test("with the hook `around` called for each page", async () => {
    const inputs: unknown[] = [];
    const list = await compiledList("offset and total");
    const around: Context["around"] = ({ input }, next) => {
      inputs.push(input);
      return next();
    };
    await idsOf(list.pages({ limit: 3 }, { ...given(), around }));
    expect(inputs).toEqual([{ limit: 3 }, { limit: 3, offset: 3 }, { limit: 3, offset: 6 }]);
  });

  test("of a fake, as long as its results contain a cursor", async () => {
    const list = await compiledList("cursor in the result");
    const fake = ({ cursor }: { readonly cursor?: string }) =>
      cursor === undefined ? { items: [{ id: 1 }], meta: { next_cursor: "b" } } : { items: [{ id: 2 }] };
    expect(await idsOf(list.pages({}, { fakes: { [list.name]: fake } }))).toEqual([1, 2]);
  });

  test("of which `pick` keeps no cursor", async () => {
    const list = await compiledList("cursor in the result", { output: { pick: ["items"] } });
    expect(await idsOf(list.pages({}, given()))).toHaveLength(7);
  });

  test("until a page fails, and gets the error of the page", async () => {
    const list = await compiledList("cursor in the result");
    server.answer = (response, arrival) => (arrival.url.includes("c6") ? response.writeHead(403).end() : answer(response, arrival));
    const ids: unknown[] = [];
    const read = async () => {
      for await (const item of list.pages({}, given())) ids.push(item);
    };
    await expect(read()).rejects.toMatchObject({ code: "http-error" });
    expect(ids).toHaveLength(6);
  });

  test("only with valid arguments", async () => {
    const list = await compiledList("page number");
    await expect(idsOf(list.pages({ page: "x" }, given()))).rejects.toMatchObject({ code: "invalid-arguments" });
    expect(server.arrivals).toEqual([]);
  });

  test("only of a tool that has pages", async () => {
    expect(await compiledList("cursor in the result", { pages: false })).not.toHaveProperty("pages");
    expect(await compiledList("cursor in the result", { output: { pick: ["meta"] } })).not.toHaveProperty("pages");
  });
});

describe("a model gets one page of a list, and `_next` if the result says that there are more", () => {
  test.each(styleNames)("for lists of the style: %s", async (style) => {
    const list = await compiledList(style);
    const first = await list.execute({}, given());
    expect(server.arrivals).toHaveLength(1);
    const { _next } = JSON.parse(resultText(list, first)) as { _next?: object };
    if (style === "page number") return expect(_next).toBeUndefined();
    let told: { readonly _next?: object | undefined } = { _next };
    for (let calls = 1; told._next !== undefined && calls < 9; calls++)
      told = JSON.parse(resultText(list, await list.execute({ ...told._next }, given())));
    expect(server.arrivals).toHaveLength(3);
  });
});

describe("the loop over the pages of a service", () => {
  const json =
    (body: unknown, headers: object = {}) =>
    (response: ServerResponse) =>
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  const items = [{ id: 1 }];

  test.each<[string, string, Loopback["answer"], number]>([
    ["the same cursor", "cursor in the result", json({ items, meta: { next_cursor: "c" } }), 2],
    ["the same page for each number", "page number", json(items), 2],
    ["the same page for each offset", "offset and total", json({ results: items, total: 1e9 }), 2],
    ["the same last item", "Stripe's last item", json({ data: [{ id: "o1" }], has_more: true }), 2],
    ["a link to another host", "header Link", json(items, { link: '<https://evil.example/lists/6?page=2>; rel="next"' }), 1],
    ["a link to another path", "links of JSON:API", json({ data: items, links: { next: "/admin?page=2" } }), 1],
    ["a link with another parameter", "links of JSON:API", json({ data: items, links: { next: "?token=2" } }), 1],
    ["a link that is no address", "links of JSON:API", json({ data: items, links: { next: "http://[" } }), 1],
  ])("ends with an error if a page has %s", async (_name, style, hostile, requests) => {
    server.answer = hostile;
    const list = await compiledList(style);
    const error = await idsOf(list.pages({}, given())).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ code: "invalid-response", sent: true });
    expect(String(error)).not.toContain("evil");
    expect(server.arrivals).toHaveLength(requests);
  });

  test("ends with an error after more than 10,000 pages of ever new items", async () => {
    let count = 0;
    const list = await compiledList("cursor in the result");
    const fake = () => ({ items: [{ id: count }], meta: { next_cursor: `c${++count}` } });
    const ids = idsOf(list.pages({}, { fakes: { [list.name]: fake } }), Number.POSITIVE_INFINITY);
    await expect(ids).rejects.toThrow("The list has more than 10000 pages.");
    expect(count).toBe(10_000);
  });

  test("ends with an error after pages without items, with ever new cursors", async () => {
    let count = 0;
    server.answer = (response) => json({ items: [], meta: { next_cursor: `c${count++}` } })(response);
    const list = await compiledList("cursor in the result");
    await expect(idsOf(list.pages({}, given()))).rejects.toThrow("21 pages without items");
    expect(server.arrivals).toHaveLength(21);
  });

  test("ends early if the stated total shrinks, and goes on if it grows", async () => {
    const totals = [4, 6, 4];
    server.answer = (response, { url }) => {
      const from = Number(new URL(url, server.address).searchParams.get("offset") ?? 0);
      json({ results: [{ id: from }, { id: from + 1 }], total: totals.shift() })(response);
    };
    const list = await compiledList("offset and total");
    expect(await idsOf(list.pages({}, given()))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe("with `collect`, one call collects all pages of a list", () => {
  test.each(styleNames)("of the style: %s", async (style) => {
    const list = await compiledList(style, { collect: { items: 200 } });
    const output = JSON.parse(resultText(list, await list.execute({}, given())));
    const found = Object.values(output).find((member) => Array.isArray(member)) as { id: unknown }[];
    expect(found.map(({ id }) => Number(String(id).replace("o", "")))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(output).not.toHaveProperty("_next");
    expect(output).not.toHaveProperty("_stopped");
    expect(await idsOf(list.pages({}, given()))).toHaveLength(7);
  });

  const note = "The list is incomplete: 6 items of 2 pages. It was not followed further, since ";

  test.each<[string, object, string]>([
    ["items", { items: 6 }, "it would have more than 6 items."],
    ["calls", { calls: 2 }, "it has 2 pages."],
    ["bytes", { bytes: 1024 + 95 }, "it would be longer than 1119 bytes."],
  ])("up to a number of %s, and says where it stopped", async (_limit, collect, reason) => {
    const list = await compiledList("cursor in the result", { collect });
    const output = JSON.parse(resultText(list, await list.execute({}, given())));
    expect(output).toMatchObject({ _stopped: note + reason, _next: { cursor: "c6" } });
    expect(output.items).toHaveLength(6);
    // The next call goes on where this one stopped.
    const rest = JSON.parse(resultText(list, await list.execute(output._next, given())));
    expect(rest.items).toEqual([{ id: 7 }]);
  });

  test("up to a time, and aborts the request of a page that takes longer", async () => {
    const list = await compiledList("cursor in the result", { collect: { seconds: 0.4 } });
    server.answer = (response, arrival) => {
      if (!arrival.url.includes("c6")) answer(response, arrival);
    };
    const start = Date.now();
    const output = JSON.parse(resultText(list, await list.execute({}, given())));
    expect(Date.now() - start).toBeLessThan(5000);
    expect(output).toMatchObject({ _stopped: `${note}0.4 seconds have passed.`, _next: { cursor: "c6" } });
  });

  test("up to a page that fails, and returns the items before it", async () => {
    const list = await compiledList("cursor in the result", { collect: {} });
    server.answer = (response, arrival) => (arrival.url.includes("c6") ? response.writeHead(403).end() : answer(response, arrival));
    const output = JSON.parse(resultText(list, await list.execute({}, given())));
    expect(output).toMatchObject({ _stopped: `${note}the next page could not be read.`, _next: { cursor: "c6" } });
  });

  test("only if the first page does not fail, else the call fails", async () => {
    const list = await compiledList("cursor in the result", { collect: {} });
    server.answer = (response) => response.writeHead(403).end();
    await expect(list.execute({}, given())).rejects.toMatchObject({ code: "http-error" });
  });

  test("until the program cancels it", async () => {
    const list = await compiledList("cursor in the result", { collect: {} });
    const controller = new AbortController();
    server.answer = (response, arrival) => (arrival.url.includes("c6") ? controller.abort() : answer(response, arrival));
    await expect(list.execute({}, { ...given(), signal: controller.signal })).rejects.toMatchObject({ code: "cancelled" });
  });

  test("up to a link to another host, which it does not request", async () => {
    const list = await compiledList("header Link", { collect: {} });
    server.answer = (response) =>
      response.writeHead(200, { "content-type": "application/json", link: '<https://evil.example/lists/6?page=2>; rel="next"' }).end("[]");
    const output = JSON.parse(resultText(list, await list.execute({}, given())));
    expect(output._stopped).toContain("at an address that this tool does not call");
    expect(output).not.toHaveProperty("_next");
    expect(server.arrivals).toHaveLength(1);
    await expect(idsOf(list.pages({}, given()))).rejects.toThrow("at an address that this tool does not call");
  });

  test("for each tool that a selector matches, and `false` excludes one of them", async () => {
    const collected = { "*": { collect: { items: 200 } }, [idOf("cursor in the result")]: { collect: false } };
    const list = await compiledList("header Link", {}, { tools: collected });
    expect(JSON.parse(resultText(list, await list.execute({}, given()))).result).toHaveLength(7);
    const other = await compiledList("cursor in the result", {}, { tools: collected });
    expect(JSON.parse(resultText(other, await other.execute({}, given()))).items).toHaveLength(3);
  });
});

describe("with `collect` and an adapter", () => {
  const style = "cursor in the result";
  const call = { type: "function_call" as const, call_id: "c", arguments: "{}" };

  test("a list needs one approval for all of its pages", async () => {
    const list = await compiledList(style, { collect: { items: 200 } }, { approval: { required: [idOf(style)] } });
    const asked: unknown[] = [];
    const approve = ({ input }: { readonly input: unknown }) => asked.push(input) === 1;
    const { output } = await openai([list], { ...given(), approve }).answer({ ...call, name: list.name });
    expect(String(output)).toBe(JSON.stringify({ items: [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id })), meta: { next_cursor: "" } }));
    expect(asked).toEqual([{}]);
    expect(server.arrivals).toHaveLength(3);
  });

  test("a list without an approval requests no page", async () => {
    const list = await compiledList(style, { collect: { items: 200 } }, { approval: { required: [idOf(style)] } });
    await openai([list], given()).answer({ ...call, name: list.name });
    expect(server.arrivals).toEqual([]);
  });
});

describe("types of a list with pages", () => {
  interface Order {
    readonly id: number;
  }

  test("state the type of its items", () => {
    expectTypeOf<ItemOf<{ orders: Order[]; nextPageToken?: string }, readonly ["orders"]>>().toEqualTypeOf<Order>();
    expectTypeOf<ItemOf<{ data?: { orders?: readonly Order[] } }, readonly ["data", "orders"]>>().toEqualTypeOf<Order>();
    expectTypeOf<ItemOf<{ result: Order[] } | { error: string }, readonly ["result"]>>().toEqualTypeOf<Order>();
    expectTypeOf<ItemOf<{ orders: string }, readonly ["orders"]>>().toEqualTypeOf<unknown>();
    expectTypeOf<Tool>().not.toHaveProperty("pages");
  });

  test("are generated from the path of its items, which the module declares", async () => {
    const { outputs } = await compileTexts({ ...projectWith(), "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]" });
    const text = outputs.flatMap(({ files }) => files).find((file) => file.text.includes("const list1:"))?.text;
    const types = 'List1Input, List1Output, "shop_list1", "none", Auth, readonly ["orders"]';
    expect(text).toContain(`ListTool<${types}> = /* @__PURE__ */ composeList({`);
    expect(text).toMatch(/import \{[^}]*\bpages\b[^}]*\} from/);
  });
});

test("the example in the documentation requests no more pages than it needs", async () => {
  const list = await compiledList("cursor in the result");
  const isMeant = (item: unknown) => (item as { readonly id: number }).id % 2 === 0;
  const found = await firstOf(
    list as ListTool<Input, Output, string, "none", never, readonly ["items"]>,
    {},
    { most: 2, isMeant, context: given() },
  );
  expect(found).toEqual([{ id: 2 }, { id: 4 }]);
  expect(server.arrivals).toHaveLength(2);
});

describe("`pages` in the configuration", () => {
  test("replaces what was recognized in the document", async () => {
    const pages = { style: "offset", items: "items", parameter: "cursor", total: "total" };
    const list = await compiledList("cursor in the result", { pages });
    expect(list.binding).toMatchObject({ pages: { style: "offset", parameter: "cursor", first: 0, total: ["total"] } });
  });

  test.each<[string, object, string]>([
    [
      "a parameter that the tool lacks",
      { style: "page", items: "items", parameter: "cursr" },
      'no parameter "cursr" (did you mean "cursor"?).',
    ],
    ["a style without its parameter", { style: "page", items: "items" }, "the style `page` needs `parameter`"],
    ["a cursor of which nothing is said", { style: "cursor", items: "items", parameter: "cursor" }, "the style `cursor` needs `next`"],
    ["items that are no array", { style: "link", items: "meta" }, '"meta" is no array'],
  ])("with %s is reported", async (_name, pages, why) => {
    const { findings } = await compileTexts(projectWith({ [idOf("cursor in the result")]: { pages } }));
    expect(findings.map(({ code, message }) => [code, message.includes(why)])).toEqual([["unused-override", true]]);
  });

  test("with an unknown style is reported once, at its place", async () => {
    const { findings } = await compileTexts(projectWith({ [idOf("cursor in the result")]: { pages: { style: "cursr", items: "items" } } }));
    expect(findings.map(({ code }) => code)).toEqual(["wrong-choice"]);
  });
});
