import { Agent as MastraAgent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { Agent, Runner, Usage } from "@openai/agents";
import { generateText, stepCountIs } from "ai";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { aiSdk4 } from "../../src/runtime/adapters/ai-sdk-4.ts";
import { aiSdk5 } from "../../src/runtime/adapters/ai-sdk-5.ts";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { discover } from "../../src/runtime/adapters/discover.ts";
import { dotcraft } from "../../src/runtime/adapters/dotcraft.ts";
import { gemini } from "../../src/runtime/adapters/gemini.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { bindTools, type Context, defineTool, type Tool } from "../../src/runtime/index.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { hintsOf } from "../../src/runtime/projection/mcp-hints.ts";
import { manifestOf } from "../../src/targets/manifest.ts";
import { documentsNamed, ownDocuments, textOf } from "../corpus/corpus.ts";
import { operationsOf } from "../runtime/discovery/questions.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { answer } from "./examples/discover.ts";
import { deleteItem, getItem, pageTools, setLabels, storeTools } from "./store.ts";

let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
});
beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = emptyObject;
});
afterAll(() => service.close());

const all = [...storeTools, ...pageTools];
const options = () => ({ baseUrl: service.address });
const arrived = () => service.arrivals.map(({ method, url }) => `${method} ${url}`);

const [search, describeTool, callTool] = discover(all);
const found = async (query: string, context: Context = {}) => ((await search.execute({ query }, context)) as { tools: string[] }).tools;

describe("the tool `search_tools`", () => {
  test("answers with signatures, the best first", async () => {
    expect(await found("remove an item")).toEqual([
      "store_delete_item(id): Deletes an item of the store",
      "store_list_items(): Lists all items of the store",
      "store_get_item(id, size?): Get an item",
      "store_set_labels(id, labels): Sets the labels of an item",
    ]);
    expect(await found("zebra")).toEqual([]);
  });

  test("answers the name or the ID of a tool with this tool first", async () => {
    for (const { id, name } of storeTools) for (const query of [id, name]) expect((await found(query))[0]).toMatch(`${name}(`);
  });

  test("finds only what this program can execute", async () => {
    expect(await found("colour")).toEqual([]);
    const handlers = { page_pick_colour: () => ({ colour: "red" }) };
    expect(await found("colour", { handlers })).toEqual(["page_pick_colour(of): Lets the user pick a colour"]);
  });

  // GitHub's, and that of the project with the longest texts.
  test.each(documentsNamed(["github-rest.json", "stripe-2022.yaml", ...ownDocuments.map(({ file }) => file)]).map(({ file }) => file))(
    "answers with at most 1.5 kB for %s",
    async (file) => {
      const [document = { folder: "", file }] = documentsNamed([file]);
      const { program } = await operationsOf(textOf(document));
      const tools = program.toolsets.flatMap((toolset) => toolsOf(JSON.parse(JSON.stringify(manifestOf(toolset)))));
      const [searchAll] = discover(tools);
      for (const query of [
        "list all the items",
        "create or update a user",
        "get",
        tools
          .map(({ title }) => title)
          .join(" ")
          .slice(0, 5000),
      ]) {
        const answer = JSON.stringify(await searchAll.execute({ query }, {}));
        expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(1500);
      }
    },
  );

  test("shortens long signatures, so that others fit", async () => {
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`argument_${index}`, {}]));
    const input = { type: "object", properties };
    const description = `${"Größe ".repeat(100)}. More.`;
    const long = defineTool({
      toolset: getItem.toolset,
      id: "long",
      name: "long",
      description,
      input,
      output: {},
      http: { method: "GET", path: "/" },
    });
    const tools = Array.from({ length: 30 }, (_, index) => ({ ...long, name: `long_tool_${index}` }));
    const { tools: lines } = (await discover(tools)[0].execute({ query: "long tool" }, {})) as { tools: string[] };
    expect(lines.length).toBeGreaterThan(6);
    expect(lines[0]).toMatch(/^long_tool_0\(argument_0\?, .*, …\): Größe Größe .*…$/);
  });
});

test("`describe_tool` returns the schema, the approval, and the tools that return the required ids", async () => {
  expect(await describeTool.execute({ name: "store_delete_item" }, {})).toEqual({
    name: "store_delete_item",
    description: "Deletes an item of the store.",
    approval: "A person must approve the call. Use call_tool_with_approval.",
    arguments: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
    idsFrom: { id: ["store_list_items"] },
  });
  expect(await describeTool.execute({ name: "store_list_items" }, {})).toEqual({
    name: "store_list_items",
    description: "Lists all items of the store.",
    arguments: { type: "object", properties: {} },
  });
});

test.each([describeTool, callTool])("the tool $name answers an unknown name with the nearest ones", async (tool) => {
  await expect(tool.execute({ name: "delete_items" }, {})).rejects.toMatchObject({
    code: "unknown-tool",
    message: expect.stringMatching(/^There is no tool "delete_items"\. Similar tools: store_delete_item, /),
  });
  await expect(tool.execute({ name: "zebra" }, {})).rejects.toThrow('There is no tool "zebra". Find tools with search_tools.');
  await expect(tool.execute({ name: "__proto__" }, {})).rejects.toThrow('There is no tool "__proto__".');
});

test("`describe_tool` and `call_tool` answer a misspelt name with the name that was meant", async () => {
  const names = [
    "issues_add_labels",
    "issues_create",
    "issues_get",
    "issues_lock",
    "issues_list_for_repo",
    "pulls_update",
    "issues_update",
  ];
  // The texts of the other tools fit the words of the name better than those of the tool that was meant.
  const tools = names.map((name) => ({
    ...getItem,
    name,
    description: name === "issues_update" ? "Changes it." : "Issue update issue update.",
  }));
  const [, describeAny] = discover(tools);
  for (const name of ["issue_update", "issues/update", "issues_updte", "isseus_update", "ISSUES_UPDATE", "update_issues"])
    await expect(describeAny.execute({ name }, {})).rejects.toThrow("Similar tools: issues_update, ");
});

describe("the tool `call_tool`", () => {
  test("calls a tool with its own hooks, handlers and fakes", async () => {
    service.answer = (response) => response.setHeader("content-type", "application/json").end('{"name":"Pen"}');
    const hooked: string[] = [];
    const [, , call] = discover(bindTools(all, options()));
    const context: Context = {
      toolCallId: "c1",
      onRequest: (_request, { tool, toolCallId }) => hooked.push(`${tool} ${toolCallId}`),
      handlers: { page_pick_colour: () => ({ colour: "red" }) },
      fakes: { store_set_labels: () => ({ count: 3 }) },
    };
    expect(await call.execute({ name: "store_get_item", arguments: { id: 7 } }, context)).toEqual({ name: "Pen" });
    expect(await call.execute({ name: "page_pick_colour", arguments: { of: "it" } }, context)).toEqual({ colour: "red" });
    expect(await call.execute({ name: "store_set_labels", arguments: { id: 7, labels: {} } }, context)).toEqual({ count: 3 });
    expect(arrived()).toEqual(["GET /items/7"]);
    expect(hooked).toEqual(["store_get_item c1"]);
  });

  test("validates the arguments with the schema of the called tool", async () => {
    await expect(callTool.execute({ name: "store_get_item", arguments: { id: 0 } }, options())).rejects.toMatchObject({
      code: "invalid-arguments",
      tool: "store_get_item",
    });
    await expect(callTool.execute({ name: "store_get_item" }, options())).rejects.toMatchObject({ code: "invalid-arguments" });
    expect(arrived()).toEqual([]);
  });

  test("cuts the result to the size of the called tool", async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ name: `item ${index}` }));
    service.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    const { answer } = openai(discover(all), options());
    const call = { call_id: "c1", name: "call_tool", arguments: '{"name":"store_list_items"}' };
    const { output } = await answer(call);
    expect(Buffer.byteLength(String(output))).toBeLessThanOrEqual(200);
    expect(JSON.parse(String(output))).toHaveProperty("_cut");
  });

  test("is offered without strict mode, because its arguments may have any members", async () => {
    const fallen: string[] = [];
    const onFallback = ({ name }: Tool) => fallen.push(name);
    const { tools } = openai(discover(all), { strict: true, onFallback });
    expect(tools.map((tool) => "strict" in tool && tool.strict)).toEqual([true, true, false, false]);
    anthropic(discover(all), { strict: true, onFallback });
    expect(fallen).toEqual(["call_tool", "call_tool_with_approval", "call_tool", "call_tool_with_approval"]);
  });

  test("takes arguments of any names, with `properties`, without which some clients remove all of them", () => {
    for (const { inputSchema } of discover(all).slice(2)) {
      const { properties } = inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
      expect(properties).toMatchObject({ arguments: { type: "object", properties: {} } });
      expect(properties).not.toHaveProperty("arguments.additionalProperties");
    }
  });

  test("takes the arguments as a list of pairs if a provider has no objects with any members", async () => {
    const { tools, answer } = gemini(discover(all), { ...options(), schema: "parameters" });
    expect(tools[0].functionDeclarations.at(2)?.parameters?.properties?.["arguments"]).toMatchObject({ type: "ARRAY" });
    await answer({ name: "call_tool", args: { name: "store_get_item", arguments: [{ key: "id", value: "7" }] } });
    expect(arrived()).toEqual(["GET /items/7"]);
  });

  test("`discover` throws if a tool has one of its own four names, or if two tools have one name", () => {
    expect(() => discover([{ ...getItem, name: "call_tool" }])).toThrow('Two tools have the name "call_tool"');
    expect(() => discover([getItem, { ...deleteItem, name: "call_tool_with_approval" }])).toThrow("Two tools have the name");
    expect(() => discover([getItem, { ...deleteItem, name: "store_get_item" }])).toThrow("Two tools have the name");
  });
});

const tools = () => discover(all);

// Each way makes one call of the tool `name`, and says whether somebody was asked to approve it.
const ways: { readonly [way: string]: (name: string, input: object) => Promise<boolean> } = {
  "AI SDK 7": async (name, input) => {
    const sdk = aiSdk(tools(), options());
    const model = scriptedModel([{ name, input }], "Done.");
    const { content, steps } = await generateText({ model, ...sdk, prompt: "x", stopWhen: stepCountIs(2) });
    return [...content, ...steps.flatMap((step) => step.content)].some(({ type }) => type === "tool-approval-request");
  },
  "AI SDK 7 without `toolApproval`": async (name, input) => {
    const sdk = aiSdk(tools(), options());
    const model = scriptedModel([{ name, input }], "Done.");
    const { steps } = await generateText({ model, tools: sdk.tools, prompt: "x", stopWhen: stepCountIs(2) });
    return steps.flatMap((step) => step.content).some(({ type }) => type === "tool-approval-request");
  },
  Mastra: async (name, input) => {
    let turn = 0;
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const model = new MastraLanguageModelV2Mock({
      doGenerate: async () =>
        turn++ === 0
          ? {
              content: [{ type: "tool-call", toolCallId: "c1", toolName: name, input: JSON.stringify(input) }],
              finishReason: "tool-calls",
              usage,
              warnings: [],
            }
          : { content: [{ type: "text", text: "Done." }], finishReason: "stop", usage, warnings: [] },
    });
    const agent = new MastraAgent({
      id: "a",
      name: "a",
      instructions: "x",
      model: model as never,
      tools: mastra(tools(), options()) as never,
    });
    new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
    return (await agent.generate("x")).finishReason === "suspended";
  },
  "OpenAI Agents": async (name, input) => {
    let turn = 0;
    const model = {
      getResponse: async () => ({
        usage: new Usage(),
        output:
          turn++ === 0
            ? [{ type: "function_call", callId: "c1", status: "completed", name, arguments: JSON.stringify(input) }]
            : [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Done." }] }],
      }),
    };
    const agent = new Agent({ name: "a", model: model as never, tools: openaiAgents(tools(), options()) });
    return (await new Runner({ tracingDisabled: true }).run(agent, "x")).interruptions.length > 0;
  },
  LangChain: async (name, input) => {
    const approve = vi.fn(() => false);
    await langchain(tools(), { ...options(), approve })
      .find((tool) => tool.name === name)
      ?.invoke(input)
      .catch(() => undefined);
    return approve.mock.calls.length > 0;
  },
  "OpenAI's API": async (name, input) => {
    const approve = vi.fn(() => false);
    await openai(tools(), { ...options(), approve }).answer({ call_id: "c1", name, arguments: JSON.stringify(input) });
    return approve.mock.calls.length > 0;
  },
  DotCraft: async (name, input) => {
    const approve = vi.fn(() => false);
    const { requests } = dotcraft(tools(), { ...options(), approve });
    await requests["item/tool/call"]({
      threadId: "t",
      turnId: "u",
      callId: "c",
      namespace: "discovery",
      tool: name,
      arguments: input,
    });
    return approve.mock.calls.length > 0;
  },
  "AI SDK 5": async (name, input) => {
    const approve = vi.fn(() => false);
    const { execute } = aiSdk5(tools(), { ...options(), approve }).tools[name] ?? {};
    await Promise.resolve(execute?.(input, { toolCallId: "c", messages: [] })).catch(() => undefined);
    return approve.mock.calls.length > 0;
  },
  "AI SDK 4": async (name, input) => {
    const approve = vi.fn(() => false);
    await aiSdk4(tools(), { ...options(), approve })
      .tools[name]?.execute(input, { toolCallId: "c" })
      .catch(() => undefined);
    return approve.mock.calls.length > 0;
  },
};

describe.each(Object.keys(ways))("approval through %s", (way) => {
  const ask = (name: string, input: object) => ways[way]?.(name, input);

  test("is asked by `call_tool_with_approval` before anything is sent", async () => {
    expect(await ask("call_tool_with_approval", { name: "store_delete_item", arguments: { id: 7 } })).toBe(true);
    expect(await ask("call_tool_with_approval", { name: "store_get_item", arguments: { id: 7 } })).toBe(true);
    expect(arrived()).toEqual([]);
  });

  test("is not asked by `call_tool`, which refuses a tool that requires approval", async () => {
    expect(await ask("call_tool", { name: "store_delete_item", arguments: { id: 7 } })).toBe(false);
    expect(await ask("call_tool", { name: "store_get_item", arguments: { id: 7 } })).toBe(false);
    expect(arrived()).toEqual(["GET /items/7"]);
  });

  test("is given for nothing if the call is invalid or its tool unknown", async () => {
    await ask("call_tool_with_approval", { name: "store_delete_item", arguments: { id: "seven" } });
    await ask("call_tool_with_approval", { name: "store_delete_itm", arguments: { id: 7 } });
    expect(arrived()).toEqual([]);
  });
});

test("a model of the AI SDK searches for a tool, reads its description and calls it", async () => {
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"places":[]}');
  const model = scriptedModel(
    [{ name: "search_tools", input: { query: "where is Oslo" } }],
    [{ name: "describe_tool", input: { name: "weather_search_places" } }],
    [{ name: "call_tool", input: { name: "weather_search_places", arguments: { name: "Oslo" } } }],
    "In Norway.",
  );
  const { text, steps } = await answer(model, "Where is Oslo?", service.address);
  expect(text).toBe("In Norway.");
  expect(steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))).toMatchObject([
    { tools: expect.arrayContaining([expect.stringMatching(/^weather_search_places\(name/)]) },
    { arguments: { required: ["name"] } },
    { places: [] },
  ]);
  expect(arrived()).toEqual([expect.stringMatching(/^GET \/.*Oslo/)]);
});

test("the option `approve` gets the called tool, not `call_tool_with_approval`", async () => {
  const approve = vi.fn((_request: { readonly name: string; readonly input: unknown; readonly toolCallId: string | undefined }) => true);
  const { answer } = openai(discover(all), { ...options(), approve });
  const given = { name: "store_delete_item", arguments: { id: 7 } };
  expect(await answer({ call_id: "c0", name: "call_tool", arguments: JSON.stringify(given) })).toMatchObject({
    output: '{"error":"Nothing was done, since \\"store_delete_item\\" needs approval. Call it with call_tool_with_approval."}',
  });
  await answer({ call_id: "c1", name: "call_tool_with_approval", arguments: JSON.stringify(given) });
  expect(approve.mock.calls[0]?.[0]).toMatchObject({ name: "store_delete_item", input: { id: 7 }, toolCallId: "c1" });
  expect(arrived()).toEqual(["DELETE /items/7"]);
});

test("only `call_tool_with_approval` requires approval, and it is offered only if some tool does", () => {
  expect(discover(all).map(({ approval }) => approval)).toEqual(["none", "none", "none", "required"]);
  expect(discover([getItem]).map(({ name }) => name)).toEqual(["search_tools", "describe_tool", "call_tool"]);
});

test("an approval that the metadata of a called tool requires for DotCraft is asked for", async () => {
  const metadata = { dotcraft: { approval: { kind: "remoteResource", targetArgument: "id" } } };
  const approve = vi.fn(() => false);
  const { requests } = dotcraft(discover([{ ...setLabels, metadata }]), { ...options(), approve });
  const given = { name: "store_set_labels", arguments: { id: 7, labels: {} } };
  const call = { threadId: "t", turnId: "u", callId: "c", namespace: "discovery", tool: "call_tool", arguments: given };
  expect(await requests["item/tool/call"](call)).toMatchObject({ errorCode: "ApprovalDeclined" });
  expect(approve).toHaveBeenCalledTimes(1);
});

test("the hints of `call_tool` for MCP cover all tools that it may call", () => {
  const hints = (tools: readonly Tool[], index = 2) =>
    discover(tools)
      .map(({ annotations }) => hintsOf(annotations))
      .at(index);
  // Hints that are MCP's defaults, such as `readOnlyHint: false`, are omitted.
  expect(hints(all)).not.toHaveProperty("readOnlyHint");
  expect(hints(all)).not.toHaveProperty("destructiveHint");
  expect(hints(all, 3)).toMatchObject({ destructiveHint: true });
  expect(hints([getItem])).toEqual({ readOnlyHint: true, destructiveHint: false });
});
