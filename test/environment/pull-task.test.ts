import { expect, test } from "vitest";
import { type PullOptions, pullTasks } from "../../src/environment/pull-task.ts";
import { onePlaceholder, toolset } from "./cases.ts";
import { loadTexts, summaryOf } from "./loaded.ts";

const options: PullOptions = { environment: undefined, set: new Map(), toolset: undefined };
const texts = {
  "toolsetc.yaml": "sources: { shop: https://a.example.com/openapi.yaml }\n",
  "shop.yaml": toolset("shop"),
  "shop.openapi.yaml": onePlaceholder,
  "m.yaml":
    "displayName: m\nmcpToolset:\n  serverAddress: $env_var\n  apiAuthentication: { bearerTokenConfig: { token: $context.variables.token } }\n  customHeaders: { x-session: $context.variables.session }\n",
  "environment.json": JSON.stringify({ toolsets: { m: { mcpToolset: { serverAddress: "https://m.example.com/mcp" } } } }),
};

async function tasks(changes: Partial<PullOptions> = {}, files: Record<string, string> = texts) {
  const { project, definitions } = await loadTexts(files);
  const { value, diagnostics } = pullTasks(definitions, project, { ...options, ...changes });
  return { value, summary: summaryOf(diagnostics), messages: diagnostics.map(({ message }) => message) };
}

const m = { kind: "tools", toolset: "m", path: "snapshots/m.tools.json" };
const overlay = { mcpToolset: { serverAddress: "https://m.example.com/mcp" } };
const shop = { kind: "document", toolset: "shop", source: { value: "https://a.example.com/openapi.yaml" }, path: "shop.openapi.yaml" };

test("`pull` gets MCP toolsets from their address, and documents from their configured source", async () => {
  const { value, summary } = await tasks();
  expect([value, summary]).toMatchObject([[m, shop], []]);
  expect(value[0]).toMatchObject({ resolved: { environments: new Map([["default", overlay]]), defaultEnvironment: "default" } });
  expect((await tasks({ toolset: "shop" })).value).toMatchObject([shop]);
});

test("`pull` skips a toolset without an address", async () => {
  const { value, summary } = await tasks({ toolset: "m" }, { ...texts, "environment.json": "{}" });
  expect(value).toEqual([]);
  expect(summary).toEqual(["error unresolved-placeholder m.yaml:3"]);
});

test.each([
  ["shp", 'There is no toolset or tool "shp". Did you mean "shop"?'],
  ["zebra", 'There is no toolset or tool "zebra". Available: "inline", "m", "own", "shop".'],
  ["own", 'Nothing can be pulled for the toolset "own": toolsets of this kind have neither a server nor a document.'],
  ["inline", 'Nothing can be pulled for the toolset "inline": toolsetc.yaml has no URL for the document under `sources`.'],
])("`pull` says why it requests nothing for %s", async (name, message) => {
  const more = {
    "own.yaml": "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Shows it. }] }\n",
    "inline.yaml": `displayName: inline\nopenApiToolset:\n  openApiSchema: |\n${onePlaceholder.replaceAll(/^/gm, "    ")}\n`,
  };
  expect((await tasks({ toolset: name }, { ...texts, ...more })).messages).toEqual([message]);
});

test("`pull` skips a document inside a definition", async () => {
  const inline = `displayName: shop\nopenApiToolset:\n  openApiSchema: |\n${onePlaceholder.replaceAll(/^/gm, "    ")}\n`;
  const { messages } = await tasks({ toolset: "shop" }, { ...texts, "shop.yaml": inline });
  expect(messages).toEqual(['Nothing can be pulled for the toolset "shop": the document is a part of the definition.']);
});
