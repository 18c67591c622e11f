import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { tools as device } from "../../generated/toolsets/device/index.ts";
import { tools as weather } from "../../generated/toolsets/weather/index.ts";
import { type Context, isUnbound } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";
import { http, makeTool } from "./fixture.ts";
import { type Loopback, startLoopback } from "./loopback.ts";

let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
});
beforeEach(() => {
  service.arrivals.length = 0;
});
afterAll(() => service.close());

const output = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } as const;
const input = { type: "object", properties: { id: { type: "integer" } } } as const;
const tool = makeTool({ binding: http, input, output });

/** A call that fakes may answer; whatever they leave reaches the service. */
function call(given: { readonly [name: string]: unknown }, fakes: Context["fakes"], context: Context = {}) {
  return tool.execute(given, { baseUrl: service.address, fakes, ...context });
}

describe("a fake", () => {
  test("answers in the place of the tool", async () => {
    expect(await call({ id: 7 }, { shop_call: ({ id }: { id: number }) => ({ id }) })).toEqual({ id: 7 });
    expect(service.arrivals).toEqual([]);
  });

  test("that returns nothing leaves the call to the service, and one that returns null answers it", async () => {
    expect(await call({}, { shop_call: async () => undefined })).toEqual({});
    expect(service.arrivals).toHaveLength(1);
    expect(await call({}, { shop_call: () => null })).toBeNull();
    expect(service.arrivals).toHaveLength(1);
  });

  test("is not called for another tool, and members that every object inherits are no fakes", async () => {
    await call({}, { other: () => ({}) });
    await makeTool({ binding: http }).execute({}, { baseUrl: service.address, fakes: {} });
    expect(service.arrivals).toHaveLength(2);
  });

  test("gets only valid input, and the context of the call", async () => {
    const seen: unknown[] = [];
    const fakes = {
      shop_call: (given: unknown, context: Context) => {
        seen.push(given, context.toolCallId);
        return { id: 1 };
      },
    };
    await expect(call({ id: "seven" }, fakes)).rejects.toMatchObject({ code: "invalid-arguments", sent: false });
    expect(seen).toEqual([]);
    await call({ id: 7 }, fakes, { toolCallId: "c1" });
    expect(seen).toEqual([{ id: 7 }, "c1"]);
  });

  test("has its result validated against the output schema, as a service has", async () => {
    const fakes = { shop_call: () => ({ id: "seven" }) };
    const mismatches: unknown[] = [];
    await call({}, fakes, { onMismatch: (mismatch) => mismatches.push(mismatch) });
    expect(mismatches).toMatchObject([{ tool: "shop_call" }]);
    await expect(call({}, fakes, { output: "strict" })).rejects.toMatchObject({ code: "invalid-response" });
  });

  test("may stand in the options of all calls, beside those of a single call", async () => {
    const [bound] = weather({
      fakes: { weather_get_forecast: () => undefined, weather_search_places: () => ({ results: [] }) },
      fetch: refuse,
    });
    const [, search] = weather({ fakes: { weather_search_places: async () => undefined }, fetch: refuse });
    await expect(bound.execute({ latitude: 1, longitude: 2 })).rejects.toMatchObject({ code: "network-error" });
    await expect(search.execute({ name: "Oslo" })).rejects.toMatchObject({ code: "network-error" });
    const answer = await search.execute({ name: "Oslo" }, { fakes: { weather_search_places: () => ({ results: [] }) } });
    expect(answer).toEqual({ results: [] });
  });

  test("makes a client function callable without a handler", () => {
    const [first] = device();
    expect(isUnbound(first)).toBe(true);
    expect(isUnbound(first, { fakes: { [first.name]: () => undefined } })).toBe(false);
    expect(isUnbound(device({ fakes: { [first.name]: () => undefined } })[0])).toBe(false);
  });
});

test("the options of generated modules know the input and output of each tool's fake", () => {
  type Fakes = NonNullable<NonNullable<Parameters<typeof weather>[0]>["fakes"]>;
  expectTypeOf<keyof Fakes>().toEqualTypeOf<"weather_get_forecast" | "weather_search_places">();
  // @ts-expect-error: the toolset has no such tool.
  weather({ fakes: { weather_get_forcast: () => undefined } });
  // @ts-expect-error: the input has no such member.
  weather({ fakes: { weather_search_places: ({ nam }) => nam } });
  // @ts-expect-error: this is not the tool's output.
  weather({ fakes: { weather_search_places: () => 7 } });
  weather({ fakes: { weather_search_places: ({ name }) => (name === "Oslo" ? { results: [] } : undefined) } });
});

test("`enableFakeMode: true` in a definition fakes nothing without fakes", async () => {
  const document = {
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: service.address }],
    paths: { "/things": { get: { operationId: "find", responses: { "200": { description: "Done." } } } } },
  };
  const definition = {
    displayName: "shop",
    openApiToolset: { openApiSchema: JSON.stringify(document) },
    toolFakeConfig: {
      enableFakeMode: true,
      codeBlock: { pythonCode: "def fake_tool_call(tool, input, callback_context):\n  return {}\n" },
    },
  };
  const { outputs } = await compileTexts({ "toolsets/shop/shop.json": JSON.stringify(definition) });
  const files = outputs.flatMap((output) => output.files);
  expect(files.filter(({ text }) => text.includes("fake_tool_call"))).toEqual([]);
  const manifest: Manifest = JSON.parse(files.find(({ path }) => path.endsWith("toolset.json"))?.text ?? "");
  const [find] = toolsOf(manifest);
  await find?.execute({});
  expect(service.arrivals).toMatchObject([{ url: "/things" }]);
});

function refuse(): never {
  throw new Error("The call was not faked.");
}
