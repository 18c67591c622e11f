import { expect, test } from "vitest";
import type { CatalogTool, CatalogToolset } from "../../src/describe/catalog/catalog.ts";
import { picture } from "../../src/describe/catalog/picture.ts";

function toolset(name: string, tools: number): CatalogToolset {
  const tool = { effect: "reads" } as CatalogTool; // The picture reads only the effect of a tool.
  const hosts = [{ environment: undefined, address: "https://x.example" }];
  const all = Array.from({ length: tools }, () => tool);
  return { name, title: name, description: "", kind: "openapi", version: undefined, owners: [], hosts, agents: [], tools: all, groups: [] };
}

/** The labels of the boxes of a picture. */
function labels(toolsets: readonly CatalogToolset[], agents: readonly string[]): string[] {
  const all = agents.map((name) => ({ name, toolsets: ["t0"], tools: [] }));
  const { html } = picture({ title: "", toolsets, agents: all, findings: [], changes: undefined }) ?? { html: "" };
  return [...html.matchAll(/<title>([^<]*)</g)].map(([, label = ""]) => label);
}

const named = (prefix: string, length: number) => Array.from({ length }, (_, at) => `${prefix}${at}`);

test("a column in the picture of a project has at most 24 boxes, the last of which stands for the rest", () => {
  expect(labels([toolset("t0", 1)], named("a", 24))).toEqual([...named("a", 24), "t0", "x.example"]);
  expect(labels([toolset("t0", 1)], named("a", 25))).toEqual([...named("a", 23), "2 more agents", "t0", "x.example"]);
});

test("in the picture of a project, the toolsets with the most tools have boxes, in their order", () => {
  const toolsets = named("t", 30).map((name, at) => toolset(name, at + 1));
  expect(labels(toolsets, [])).toEqual([...named("t", 30).slice(7), "7 more toolsets", "x.example"]);
});
