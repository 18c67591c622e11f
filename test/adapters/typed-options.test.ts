import { expect, expectTypeOf, test } from "vitest";
import { device, tickets, weather } from "../../generated/index.ts";
import type { Options as MapOptions } from "../../generated/tools/show_on_map.ts";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { aiSdk5 } from "../../src/runtime/adapters/ai-sdk-5.ts";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { ces } from "../../src/runtime/adapters/ces.ts";
import { dotcraft } from "../../src/runtime/adapters/dotcraft.ts";
import { gemini } from "../../src/runtime/adapters/gemini.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { mcpHandler, mcpServer } from "../../src/runtime/adapters/mcp.ts";
import { type McpServer2, mcpHandler as mcpHandler2, mcpServers, registerTools } from "../../src/runtime/adapters/mcp-2.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { serverTool, tanstackAi } from "../../src/runtime/adapters/tanstack-ai.ts";
import { type AuthOf, type BasicCredential, type CredentialSource, defineTool, type Tool } from "../../src/runtime/index.ts";
import type { AdapterName } from "./adapter-names.ts";
import { forTrip } from "./examples/combined.ts";
import { deleteItem, getItem, pageTools, setLabels, storeTools } from "./store.ts";

// What the compiler of a program sees of the options. `tsc` checks the lines that must be errors.

const handlers = { page_pick_colour: ({ of }: { of: string }) => ({ colour: of }) };

test("handlers are typed by the tools that an adapter is given", () => {
  const misspelt = { page_pick_color: () => ({ colour: "red" }) };
  const wrong = { page_pick_colour: () => ({ color: "red" }) };
  aiSdk(pageTools, { handlers });
  aiSdk(pageTools, { handlers: { page_pick_colour: ({ of }) => ({ colour: of }) } });
  // @ts-expect-error There is no such tool.
  aiSdk(pageTools, { handlers: { page_pick_color: () => ({ colour: "red" }) } });
  // @ts-expect-error The tool answers otherwise.
  aiSdk(pageTools, { handlers: wrong });
  // @ts-expect-error There is no such tool.
  openai(pageTools, { handlers: misspelt, api: "chat" });
  // `ai-sdk-4` has a test of its own beside its version of the SDK, and `discover` makes tools for the others.
  const misspeltIn: { readonly [adapter in Exclude<AdapterName, "ai-sdk-4" | "discover">]: () => unknown } = {
    // @ts-expect-error There is no such tool.
    "ai-sdk": () => aiSdk(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    "ai-sdk-5": () => aiSdk5(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    openai: () => openai(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    anthropic: () => anthropic(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    gemini: () => gemini(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    langchain: () => langchain(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    mastra: () => mastra(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    "openai-agents": () => openaiAgents(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    "tanstack-ai": () => tanstackAi(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    ces: () => ces(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    dotcraft: () => dotcraft(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    mcp: () => mcpServer(pageTools, { handlers: misspelt }),
    // @ts-expect-error There is no such tool.
    "mcp-2": () => mcpServers(pageTools, { handlers: misspelt }),
  };
  // The types refuse it, and the adapters ignore it.
  for (const make of Object.values(misspeltIn)) expect(make()).toBeDefined();
  // Of a list that is read at run time, nobody knows the names.
  const unknown: readonly Tool[] = pageTools;
  aiSdk(unknown, { handlers });
});

test("credentials are typed by the schemes of the tools that an adapter is given", () => {
  const { allTools } = tickets;
  const auth = { google: () => "token" };
  const misspelt = { gogle: "token" };
  const wrong = { google: { username: "ann", password: "p" } };
  aiSdk(allTools, { auth });
  aiSdk(allTools, { auth: { google: async ({ variables }) => String(variables?.["user"]) } });
  // @ts-expect-error There is no such scheme.
  aiSdk(allTools, { auth: { gogle: "token" } });
  // @ts-expect-error There is no such scheme.
  aiSdk(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  aiSdk(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  aiSdk5(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  aiSdk5(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  openai(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  openai(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  openai(allTools, { auth: misspelt, api: "chat" });
  // @ts-expect-error It takes a token.
  openai(allTools, { auth: wrong, api: "chat" });
  // @ts-expect-error There is no such scheme.
  anthropic(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  anthropic(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  gemini(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  gemini(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  langchain(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  langchain(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  mastra(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  mastra(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  openaiAgents(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  openaiAgents(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  tanstackAi(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  tanstackAi(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  serverTool(tickets.getTicket, { auth: misspelt });
  // @ts-expect-error It takes a token.
  serverTool(tickets.getTicket, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  ces(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  ces(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  dotcraft(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  dotcraft(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  mcpServer(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  mcpServer(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  mcpHandler(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  mcpHandler(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  mcpServers(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  mcpServers(allTools, { auth: wrong });
  // @ts-expect-error There is no such scheme.
  mcpHandler2(allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  mcpHandler2(allTools, { auth: wrong });
  const server: McpServer2 = { registerTool: () => undefined };
  // @ts-expect-error There is no such scheme.
  registerTools(server, allTools, { auth: misspelt });
  // @ts-expect-error It takes a token.
  expect(registerTools(server, allTools, { auth: wrong }).omitted).toEqual([]);
});

test("credentials of several toolsets are typed together", () => {
  type Auth = { readonly user?: CredentialSource<BasicCredential> | undefined };
  const ofUser = defineTool<object, object, "mail_send", "none", Auth>(mailTool);
  const both = [...tickets.allTools, ...weather.allTools, ofUser] as const;
  const user = { username: "ann", password: "p" };
  aiSdk(both, { auth: { google: "token", user } });
  // @ts-expect-error There is no such scheme.
  aiSdk(both, { auth: { google: "token", usr: user } });
  // @ts-expect-error A user has a name and a password.
  aiSdk(both, { auth: { google: "token", user: "ann" } });
  // No tool of these needs a credential.
  expectTypeOf<AuthOf<typeof weather.allTools>>().toEqualTypeOf<never>();
  // @ts-expect-error As in \`tools({ auth })\`.
  expect(Object.keys(aiSdk(weather.allTools, { auth: { google: "token" } }).tools)).toEqual([...weather.names]);
});

test("credentials of tools that were not generated may be any", () => {
  const unknown: readonly Tool[] = tickets.allTools;
  aiSdk(unknown, { auth: { any: "token" } });
  // @ts-expect-error This is no credential of any kind.
  aiSdk(unknown, { auth: { any: 7 } });
  const byHand = defineTool<object, object, "mail_send">(mailTool);
  aiSdk([byHand], { auth: { any: "token" } });
  expect(Object.keys(aiSdk([byHand, ...tickets.allTools], { auth: { any: "token", google: "token" } }).tools)).toContain("mail_send");
  // @ts-expect-error It takes a token, whatever stands beside.
  aiSdk([byHand, ...tickets.allTools], { auth: { google: { username: "ann", password: "p" } } });
});

const mailTool = {
  toolset: getItem.toolset,
  id: "send",
  name: "mail_send",
  description: "Sends a message.",
  input: { type: "object" },
  output: { type: "object" },
  http: { method: "POST", path: "/messages" },
} as const;

test("handlers of a standalone client function are typed in its options", () => {
  expectTypeOf<NonNullable<MapOptions["handlers"]>>().toHaveProperty("show_on_map");
  // @ts-expect-error There is no such tool.
  const options: MapOptions = { handlers: { show_on_the_map: () => ({ result: 1 }) } };
  expect(options).toBeDefined();
});

test("`approve` is typed by the input of the tool with the asked name, for tools that need approval", async () => {
  const { answer } = openai([...storeTools, ...pageTools], {
    approve: (call) => {
      if (call.name !== "store_delete_item") return false;
      expectTypeOf(call.input).toEqualTypeOf<{ id: number }>();
      return call.input.id < 5;
    },
  });
  expect(await answer({ call_id: "1", name: "store_delete_item", arguments: '{"id":7}' })).toMatchObject({
    output: expect.stringContaining("was not approved"),
  });
  openai([getItem, deleteItem], {
    // @ts-expect-error It is never asked about.
    approve: ({ name }) => name === "store_get_item",
  });
  langchain([deleteItem, setLabels], { approve: ({ name, input }) => (name === "store_delete_item" ? input.id < 5 : input.id > 5) });
});

test("toolsets with options of their own may be passed as one list, and keep their types", () => {
  const { tools } = forTrip("https://weather.example");
  expectTypeOf(tools).toHaveProperty("weather_search_places");
  expectTypeOf(tools).toHaveProperty("device_get_location");
  expect(Object.keys(tools)).toEqual([...weather.names, ...device.names]);
  expect(tools.device_get_location.execute).toBeDefined();
});
