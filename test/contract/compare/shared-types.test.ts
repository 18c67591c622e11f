import { beforeAll, expect, test } from "vitest";
import type { Contracts } from "../../../src/contract/compare/comparable-contracts.ts";
import { compareAll } from "../../../src/contract/compare/compare-contracts.ts";
import { comparisonOf } from "../../../src/contract/compare/comparison.ts";
import { createBudget } from "../../../src/schema/reason/budget.ts";
import { createComparer } from "../../../src/schema/reason/subsumption/compare.ts";
import { isArray, isObject, type JsonObject } from "../../../src/source/json/json.ts";
import { isLong } from "../../long.ts";
import { changesBetween, contractsIn, type Texts } from "./compare.ts";
import { paymentDocument, type Size } from "./shared-types.ts";

const note = { note: { type: "string" } };
// The size that a published document of 0.9 MB has; every tool reaches every type.
const large: Size = { types: 500, requests: 60, methods: 60 };
const medium: Size = { types: 100, requests: 10, methods: 30 };
const size = isLong ? large : medium;
const versions = [project(paymentDocument(size)), project(paymentDocument(size, note))] as const;
let compiled: readonly [before: Contracts, after: Contracts];
let compilation = 0;
beforeAll(async () => {
  const start = process.cpuUsage();
  compiled = [await contractsIn(versions[0]), await contractsIn(versions[1])];
  compilation = secondsSince(start);
}, 600_000);

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

function project(document: string, others: Texts = {}): Texts {
  return { "pay.yaml": "displayName: pay\nopenApiToolset: { openApiSchema: pay.json }\n", "pay.json": document, ...others };
}

function toolsOf(contract: JsonObject | undefined): readonly JsonObject[] {
  const tools = contract?.["tools"];
  return isArray(tools) ? tools.filter(isObject) : [];
}

test("a change of a type that all tools use is compared in few steps", { timeout: 600_000 }, () => {
  const [before, after] = compiled;
  const [former, next] = [before.contracts.get("pay"), after.contracts.get("pay")];
  if (former === undefined || next === undefined) throw new Error("The toolset was not compiled.");
  const { shared, same } = comparisonOf(former, next, "typed");
  const budget = createBudget(100_000);
  const comparer = createComparer(shared, { formats: new Set(), same, budget });
  const kinds = new Set<string>();
  for (const [index, tool] of toolsOf(next).entries()) {
    const was = toolsOf(former)[index];
    const [input, output] = [tool, was].map((each) => [each?.["input"] ?? {}, each?.["output"] ?? {}] as const);
    kinds.add(comparer.covers(comparer.read(input![0], "next"), comparer.read(output![0], "former"), "wide").kind);
    kinds.add(comparer.covers(comparer.read(output![1], "former"), comparer.read(input![1], "next"), "narrow").kind);
  }
  expect([...kinds]).toEqual(["yes"]);
  expect(budget.isUsedUp()).toBe(false);
});

test("a new optional member of a type that all tools use breaks nothing", { timeout: 600_000 }, () => {
  const start = process.cpuUsage();
  const changes = compareAll(...compiled);
  const seconds = secondsSince(start);
  expect(changes.flatMap(({ uses }) => uses).length).toBeGreaterThanOrEqual(size.requests);
  expect(changes.filter(({ grade }) => grade === "breaking")).toEqual([]);
  // Two compilations and a comparison.
  if (isLong) expect(compilation + seconds).toBeLessThan(10);
});

test("a break in a type that all tools use is reported at its member, for each tool", { timeout: 600_000 }, async () => {
  const size: Size = isLong ? large : { types: 100, requests: 6, methods: 60 };
  const [before, after] = [project(paymentDocument(size)), project(paymentDocument(size, { ...note, value: { type: "string" } }))];
  const contracts = [await contractsIn(before), await contractsIn(after)] as const;
  const start = process.cpuUsage();
  const changes = compareAll(...contracts);
  const seconds = secondsSince(start);
  const named = changes.filter(({ kind, pointer }) => kind === "narrowed-input" && pointer === "/input/amount/value");
  expect(new Set(named.flatMap(({ uses }) => uses.map(({ tool }) => tool))).size).toBe(size.requests);
  // Each of the tools has more breaks than are listed, and one change says so for all of them.
  const [cut, ...others] = changes.filter(({ kind }) => kind === "undecided-schema");
  expect(others).toEqual([]);
  expect(cut?.message).toMatch(/^The (?:breaks|schemas) of "\w+" and of \d+ other tools? /);
  if (isLong) expect(seconds).toBeLessThan(5);
});

test("a comparison of a union that takes very many steps leaves steps for the other tools", { timeout: 120_000 }, async () => {
  const strict = { "toolsetc.yaml": "breaking: strict\n" };
  for (const methods of isLong ? [20, 40] : [40]) {
    const size: Size = { types: 100, requests: 3, methods };
    const changes = await changesBetween(project(paymentDocument(size)), project(paymentDocument(size, note), strict));
    expect(changes.map(({ message }) => message).filter((message) => message.includes("limit of 4000000 steps"))).toEqual([]);
  }
});

test("a comparison that reaches its limit of steps reports it once, and takes no steps of other toolsets", {
  timeout: 120_000,
}, async () => {
  const hard: Size = { types: 40, requests: 3, methods: 160 };
  const small = (required: string): Texts => ({
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({
      formatVersion: "1.0",
      tools: [{ name: "find", description: "Finds.", inputSchema: { type: "object", properties: { a: {} }, required: [required] } }],
    }),
  });
  const strict = { "toolsetc.yaml": "breaking: strict\n" };
  const changes = await changesBetween(
    project(paymentDocument(hard), small("b")),
    project(paymentDocument(hard, note), { ...small("a"), ...strict }),
  );
  const undecided = changes.filter(({ kind, message }) => kind === "undecided-schema" && message.includes("not compared to the end"));
  expect(undecided.map(({ tool, pointer, message }) => ({ tool, pointer, message }))).toEqual([
    {
      tool: "pay_post_r0",
      pointer: "/input",
      message:
        'The schemas of "pay_post_r0" and of 2 other tools were not compared to the end, since the comparison of the toolset reached its limit of 4000000 steps.',
    },
  ]);
  expect(changes.filter(({ toolset }) => toolset === "shop").map(({ message }) => message)).toEqual([
    '"a" of "shop_find" is required now.',
  ]);
});
