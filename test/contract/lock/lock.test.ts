import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { analyze } from "../../../src/compile.ts";
import { noContracts } from "../../../src/contract/compare/comparable-contracts.ts";
import { compareAll } from "../../../src/contract/compare/compare-contracts.ts";
import { contractFormat, contractOf } from "../../../src/contract/contract.ts";
import { canonical } from "../../../src/contract/lock/canonical.ts";
import { lockDrift } from "../../../src/contract/lock/lock-drift.ts";
import { lockText, readLock } from "../../../src/contract/lock/lock-file.ts";
import { createHost } from "../../../src/host/disk.ts";
import type { Toolset } from "../../../src/ir/ir.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../src/source/json/json.ts";
import { memoryHost, optionsOf } from "../../compile-texts.ts";
import { isLong } from "../../long.ts";
import { contractsIn } from "../compare/compare.ts";

const project = join(import.meta.dirname, "../../../toolsets");
const head = { compiler: "", use: "typed", source: undefined } as const;
const { program } = await analyze(createHost(project), optionsOf({ config: "toolsetc.yaml" }));
const contracts = program.toolsets.map((toolset) => canonical(contractOf(toolset)));

describe("the lock of a toolset", () => {
  test("contains the contract, and is read as it was written", () => {
    expect(contracts.length).toBeGreaterThan(3);
    for (const contract of contracts) {
      const text = lockText(contract, { compiler: "1.2.3", use: "model", source: "abc" });
      expect(text).toMatch(/^[\n\x20-\x7e\u00a1-\u024f\u2000-\u20ff]*$/u);
      expect(readLock("x.json", text)).toEqual({
        kind: "contract",
        tree: expect.anything(),
        contract,
        compiler: "1.2.3",
        use: "model",
        source: "abc",
      });
    }
  });

  test("of an earlier version, which does not record who uses the tools, is read", () => {
    const text = lockText(contracts[0]!, head).replace('  "breaking": "typed",\n', "");
    expect(text).not.toContain("breaking");
    expect(readLock("x.json", text)).toEqual({
      kind: "contract",
      tree: expect.anything(),
      contract: contracts[0],
      compiler: "",
      use: undefined,
      source: undefined,
    });
  });

  test("shows invisible characters as escapes", () => {
    expect(lockText({ name: "a\u202eb\u200bc\u{e0041}d" }, head)).toContain('"a\\u202eb\\u200bc\\udb40\\udc41d"');
  });

  test("is the same for every environment", async () => {
    const prod = await analyze(createHost(project), optionsOf({ config: "toolsetc.yaml", environment: "prod" }));
    expect(prod.program.toolsets.map((toolset) => canonical(contractOf(toolset)))).toEqual(contracts);
  });

  test.each([
    [
      "of a later format is not read",
      (text: string) => text.replace(/"formatVersion": "\d+/, '"formatVersion": "99'),
      { kind: "too-new", needs: contractFormat.replace("1.", "99.") },
    ],
    [
      "with conflict markers is known as such",
      (text: string) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`,
      { kind: "conflict" },
    ],
    ["that is no JSON is invalid", () => "{", { kind: "invalid" }],
    ["whose tools were edited is invalid", () => '{ "name": "x", "schemas": {}, "tools": [{ "id": 1 }] }', { kind: "invalid" }],
  ])("%s", (_what, change, expected) => {
    expect(readLock("x.json", change(lockText(contracts[0]!, head)))).toEqual(expected);
  });

  test("of an older format is migrated step by step", () => {
    const text = lockText(contracts[0]!, head);
    const known = {
      format: "1.3",
      migrations: [
        { to: "1.1", migrate: () => ({ never: true }) },
        { to: "1.2", migrate: (contract: JsonObject) => ({ ...contract, added: 1 }) },
        { to: "1.3", migrate: ({ added, ...contract }: JsonObject) => ({ ...contract, renamed: added! }) },
      ],
    };
    expect(contractFormat).toBe("1.1");
    expect(readLock("x.json", text, known)).toMatchObject({
      kind: "contract",
      contract: { ...contracts[0], formatVersion: "1.3", renamed: 1 },
    });
  });

  test("of format 1.0 has no changed hints where it only assumed them", async () => {
    const methods = ["get", "post", "put", "patch", "delete"];
    const operations = methods.map((method) => [method, { operationId: `by_${method}`, responses: { "204": { description: "Done." } } }]);
    const paths = { "/a": Object.fromEntries(operations) };
    const { contracts: next, overlays } = await contractsIn({
      "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.json }\n",
      "shop.json": JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths }),
    });
    // Format 1.0 had `destructive: true` for DELETE alone.
    const former = lockText(next.get("shop")!, { ...head, compiler: "0.2.0" })
      .replace('"formatVersion": "1.1"', '"formatVersion": "1.0"')
      .replace(/("destructive": )(?:null|true)(.*?"id": "(by_\w+)")/gs, (all, hint, rest, id) =>
        id === "by_delete" ? all : `${hint}false${rest}`,
      );
    expect(former.match(/"destructive": false/g)).toHaveLength(4);
    const read = readLock("shop.json", former);
    if (read.kind !== "contract") throw new Error(read.kind);
    expect(
      compareAll(
        { ...noContracts, contracts: new Map([["shop", read.contract]]), overlays },
        { ...noContracts, contracts: next, overlays },
      ),
    ).toEqual([]);
  });
});

describe("the digest of a contract", () => {
  // `npm run test:long` tries 20,000.
  test("changes with each single value of a tool, and with nothing else", { timeout: 600_000 }, () => {
    const random = fc.sample(fc.nat(2 ** 31 - 1), { numRuns: isLong ? 20_000 : 300, seed: 13 });
    let count = 0;
    for (const [index, number] of random.entries()) {
      const toolset = program.toolsets[index % program.toolsets.length]!;
      const tool = number % toolset.tools.length;
      // The description as its source has it is for comments; models read `description`.
      const { origin: _origin, documentation: _documentation, input, output, ...rest } = toolset.tools[tool]!;
      const plain = { ...rest, input: input.json, output: output.json } as unknown as JsonObject;
      const changed = mutate(plain, number);
      if (changed === undefined) continue;
      count++;
      const { input: newInput, output: newOutput, ...newRest } = changed;
      const mutated = { ...toolset.tools[tool]!, ...newRest, input: { ...input, json: newInput! }, output: { ...output, json: newOutput } };
      const tools = toolset.tools.map((each, at) => (at === tool ? mutated : each));
      const after = canonical(contractOf({ ...toolset, tools } as unknown as Toolset));
      const before = canonical(contractOf(toolset));
      const { tools: drifted } = lockDrift(before, after);
      expect(drifted.length, JSON.stringify(changed)).toBeGreaterThan(0);
      expect(drifted.every((each) => [toolset.tools[tool]!.name, String(newRest["name"])].includes(each.tool))).toBe(true);
      expect(lockText(after, head)).not.toBe(lockText(before, head));
    }
    expect(count).toBeGreaterThan(random.length * 0.9);
  });

  test("changes for the tools that use a changed shared schema, or else for the toolset", () => {
    const contract = (type: string): JsonObject => ({
      name: "shop",
      schemas: { Used: { items: { $ref: "#/$defs/Inner" } }, Inner: { type }, Unused: { type } },
      tools: [
        { name: "find", input: { $ref: "#/$defs/Used" }, output: {} },
        { name: "list", input: {}, output: {} },
      ],
    });
    expect(lockDrift(contract("string"), contract("number"))).toEqual({
      toolset: ["/schemas/Unused/type"],
      tools: [{ tool: "find", change: "changed", pointers: ["/schemas/Inner/type"] }],
    });
    expect(lockDrift(contract("string"), contract("string"))).toEqual({ toolset: [], tools: [] });
  });

  test("does not change with the order of members, white space or comments", async () => {
    const text = readFileSync(join(project, "weather.openapi.yaml"), "utf8");
    const definition = "displayName: weather\nopenApiToolset: { openApiSchema: weather.openapi.yaml }\n";
    const lockOf = async (document: string) => {
      const { program: compiled } = await analyze(
        memoryHost({ "weather.yaml": definition, "weather.openapi.yaml": document }),
        optionsOf(),
      );
      return lockText(contractOf(compiled.toolsets[0]!), head);
    };
    const before = await lockOf(text);
    const data = parse(text) as Json;
    for (let seed = 1; seed <= 20; seed++) {
      const document = stringify(reordered(data, seed), { indent: (seed % 3) + 2, lineWidth: 0 });
      expect(await lockOf(`# ${seed}\n${document}`)).toBe(before);
    }
  });
});

/** A copy in which one value is changed, removed or added, chosen by a number; `undefined` if nothing would change. */
function mutate(value: JsonObject, seed: number): JsonObject | undefined {
  const places: { readonly holder: { [key: string]: Json }; readonly key: string }[] = [];
  const copy = structuredClone(value) as { [key: string]: Json };
  const visit = (node: Json) => {
    if (typeof node !== "object" || node === null) return;
    const holder = node as { [key: string]: Json };
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      visit(holder[key]!);
    }
  };
  visit(copy);
  // The first level is the tool's own members, which are always there.
  const { holder, key } = places[seed % places.length]!;
  const former = holder[key]!;
  const kind = Math.floor(seed / places.length) % 3;
  // Without pages and waiting, a contract has no such members, so to delete them changes nothing.
  const isOmitted = former === null && (key === "pages" || key === "waiting");
  if (kind === 0 && holder !== copy && !Array.isArray(holder) && key !== "transport" && !isOmitted) delete holder[key];
  else if (kind === 1 && isObject(former)) holder[key] = { ...former, "x-added": seed };
  else holder[key] = changedValue(former, seed);
  return JSON.stringify(copy) === JSON.stringify(value) ? undefined : copy;
}

function changedValue(value: Json, seed: number): Json {
  if (typeof value === "string") return seed % 2 === 0 ? `${value} ` : `\u200b${value}`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (isArray(value)) return [...value, `added ${seed}`];
  return isObject(value) ? { ...value, "x-added": 0 } : 0;
}

function reordered(value: Json, seed: number): Json {
  if (isArray(value)) return value.map((item) => reordered(item, seed));
  if (!isObject(value)) return value;
  const rank = (name: string) => [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0) * seed) % 65_521, seed);
  const entries = Object.entries(value).map(([name, each]): [string, Json] => [name, reordered(each, seed)]);
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)));
}
