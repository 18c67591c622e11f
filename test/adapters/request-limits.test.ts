import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic } from "toolsetc/anthropic";
import { gemini } from "toolsetc/gemini";
import { openai } from "toolsetc/openai";
import { openaiAgents } from "toolsetc/openai-agents";
import { beforeAll, describe, expect, test } from "vitest";
import type { Toolset } from "../../src/ir/ir.ts";
import type { FallbackOptions } from "../../src/runtime/adapters/providers/offered-tools.ts";
import type { Tool } from "../../src/runtime/index.ts";
import { type ApiName, type RequestLimits, requestLimits } from "../../src/runtime/projection/limits/provider-limits.ts";
import { targets } from "../../src/targets/index.ts";
import { providerCodes } from "../../src/targets/providers/codes.ts";
import { lowerTexts, shop } from "../lower/lower-texts.ts";
import { adapterNames } from "./adapter-names.ts";
import { getItem } from "./store.ts";

// Each limit of the table is exceeded at each place that offers tools to an API: in targets and in adapters.

/** What the limits on requests are about. */
interface Named {
  readonly name: string;
  readonly description: string;
}

interface Row<Value> {
  /** A value, as if it were added to the entry of an API. */
  readonly value: Value;
  /** Tools that a request may just have, and tools that it may not have. */
  readonly within: (value: Value) => readonly Named[];
  readonly beyond: (value: Value) => readonly Named[];
  /** What targets and adapters say of tools beyond the limit. */
  readonly target: string;
  readonly adapter: RegExp;
}

// The type asks for a row for each limit.
const rows: { readonly [Limit in keyof RequestLimits]: Row<RequestLimits[Limit]> } = {
  tools: {
    value: 20,
    within: (most) => Array.from({ length: most }, (_, index) => named(`tool_${index}`)),
    beyond: (most) => Array.from({ length: most + 1 }, (_, index) => named(`tool_${index}`)),
    target: "too-many-tools",
    adapter: /^throws: \w+ accepts at most \d+ tools in a request, but \d+ were passed\. Pass fewer tools, or use `discover`\.$/,
  },
  toolNames: {
    value: /^[a-z]+$/,
    within: () => [named("tool")],
    beyond: () => [named("tool number 1")],
    target: "tool-not-declared",
    adapter: /^throws: Tool "tool number 1" cannot be offered to \w+: .*the name must match `/,
  },
  toolName: {
    value: 20,
    within: (most) => [named("n".repeat(most))],
    beyond: (most) => [named("n".repeat(most + 1))],
    target: "tool-not-declared",
    adapter: /^throws: .*the name has \d+ characters, and at most \d+ are allowed/,
  },
  toolNameAnywhere: {
    value: 20,
    within: (most) => [named("n".repeat(most))],
    beyond: (most) => [named("n".repeat(most + 1))],
    target: "long-tool-name",
    adapter: /^tells: the name has \d+ characters, and older endpoints reject names of more than \d+$/,
  },
  description: {
    value: 40,
    within: (most) => [described(most)],
    beyond: (most) => [described(most + 1)],
    target: "description-cut",
    adapter: /^tells: the description is shortened, since at most \d+ characters are allowed$/,
  },
};

function named(name: string): Named {
  return { name, description: "One." };
}

function described(length: number): Named {
  return { name: "tool", description: `One. ${"x".repeat(length - "One. .".length)}.` };
}

/** Passes tools to an adapter. */
type Offer = (tools: readonly Tool[], options: FallbackOptions) => unknown;

/** The places that offer tools to an API: a target with its options, and adapters. */
const places: {
  readonly [Name in ApiName]: {
    readonly target: readonly [name: string, options: { readonly [name: string]: string }];
    readonly adapters: { readonly [name: string]: Offer };
  };
} = {
  responses: { target: ["openai", { api: "responses" }], adapters: { openai, "openai-agents": openaiAgents } },
  chat: { target: ["openai", { api: "chat" }], adapters: { openai: (tools, options) => openai(tools, { ...options, api: "chat" }) } },
  anthropic: { target: ["anthropic", {}], adapters: { anthropic } },
  gemini: { target: ["gemini", {}], adapters: { gemini } },
  "gemini-openapi": {
    target: ["gemini", { schema: "parameters" }],
    adapters: { gemini: (tools, options) => gemini(tools, { ...options, schema: "parameters" }) },
  },
};

/** The adapters whose tools go to a model that they do not know. */
const forAnyModel = "ai-sdk ai-sdk-4 ai-sdk-5 ces discover dotcraft langchain mastra mcp mcp-2 tanstack-ai".split(" ");

const runtime = join(import.meta.dirname, "../../src/runtime");

test("each exported adapter is tested here for a provider, or serves any model", () => {
  const tested = Object.values(places).flatMap(({ adapters }) => Object.keys(adapters));
  expect([...new Set(tested), ...forAnyModel].sort()).toEqual([...adapterNames].sort());
});

test("an adapter that serves any model fits no schema to a provider", () => {
  const files = readdirSync(join(runtime, "adapters"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const projecting = files.filter((path) => /\b(?:offerTools|projectTools)\b/.test(readFileSync(join(runtime, "adapters", path), "utf8")));
  expect(projecting.length).toBeGreaterThan(3);
  expect(projecting.filter((path) => forAnyModel.some((name) => path === `${name}.ts` || path.startsWith(`${name}/`)))).toEqual([]);
});

test("each target that reports limits of providers is tested here", () => {
  const tested = Object.values(places).map(({ target: [name] }) => name);
  const reporting = targets.filter(({ codes }) => codes.some((code) => providerCodes.includes(code))).map(({ name }) => name);
  expect(new Set(tested)).toEqual(new Set(reporting));
});

let toolset: Toolset | undefined;
beforeAll(async () => {
  const paths = { "/items": { get: { operationId: "list", responses: { 204: { description: "OK" } } } } };
  [toolset] = (await lowerTexts(shop(paths))).program.toolsets;
});

describe.each(Object.keys(places) as ApiName[])("for the API `%s`", (api) => {
  const { target, adapters } = places[api];

  test.each(Object.keys(rows) as (keyof RequestLimits)[])(
    `the limit \`%s\` is applied by the target and by ${Object.keys(adapters).join(" and ")}`,
    (limit) => {
      // For a union of rows, TypeScript does not know that a value and a row are about the same limit.
      const row = rows[limit] as Row<RequestLimits[keyof RequestLimits]>;
      const own = requestLimits[api][limit];
      for (const value of own === Number.POSITIVE_INFINITY ? [row.value] : [own, row.value]) {
        withLimit(api, { [limit]: value }, () => {
          expect(reportedBy(target, row.within(value))).toEqual([]);
          expect(reportedBy(target, row.beyond(value))).toEqual([row.target]);
          for (const offer of Object.values(adapters)) {
            expect(saidBy(offer, row.within(value))).toEqual([]);
            expect(saidBy(offer, row.beyond(value))).toEqual([expect.stringMatching(row.adapter)]);
          }
        });
      }
    },
  );
});

/** Runs code while a limit is the only one of an API, so that no other limit hides what it does. */
function withLimit(api: ApiName, limit: Partial<RequestLimits>, run: () => void): void {
  const none = Number.POSITIVE_INFINITY;
  const table: { [Name in ApiName]: RequestLimits } = requestLimits;
  const entry = table[api];
  table[api] = { tools: none, toolNames: /^/, toolName: none, toolNameAnywhere: none, description: none, ...limit };
  try {
    run();
  } finally {
    table[api] = entry;
  }
}

/** The codes that a target reports for a toolset with these tools. */
function reportedBy([name, options]: (typeof places)[ApiName]["target"], tools: readonly Named[]): string[] {
  const target = targets.find((each) => each.name === name);
  const [tool] = toolset?.tools ?? [];
  if (target === undefined || toolset === undefined || tool === undefined) throw new Error("There is no target or no tool.");
  const given = tools.map((each, index) => ({ ...tool, id: `id_${index}`, localName: `local_${index}`, ...each }));
  const defaults = Object.fromEntries(Object.entries(target.options).map(([option, declared]) => [option, declared.default]));
  const program = { toolsets: [{ ...toolset, tools: given }], agents: [], folder: "" };
  return target.emit(program, { ...defaults, ...options }).diagnostics.map(({ code }) => code);
}

/** What an adapter throws or tells the program of these tools. */
function saidBy(offer: Offer, tools: readonly Named[]): string[] {
  const said: string[] = [];
  try {
    offer(
      tools.map((each) => ({ ...getItem, ...each })),
      { onFallback: (_tool, reasons) => said.push(`tells: ${reasons}`) },
    );
  } catch (error) {
    said.push(`throws: ${error instanceof Error ? error.message : error}`);
  }
  return said;
}
