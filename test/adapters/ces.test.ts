import { afterEach, describe, expect, test } from "vitest";
import { tools as device } from "../../generated/toolsets/device/index.ts";
import { ces, type RunSessionResponse, type SessionInput } from "../../src/runtime/adapters/ces.ts";
import type { Context } from "../../src/runtime/index.ts";
import { http, makeTool } from "../runtime/fixture.ts";
import { type SessionService, startSessionService } from "./ces/session-service.ts";

const app = "projects/p/locations/us/apps/a";
const session = `${app}/sessions/s-12345`;
const location = { id: "1", tool: `${app}/tools/0b7f`, displayName: "get_location", args: { accuracy: "city" } };
const contact = { id: "2", tool: `${app}/tools/9c1e`, displayName: "pick_contact", args: { atMost: 1 } };
let service: SessionService | undefined;

afterEach(() => service?.close());

async function start(rounds: Parameters<typeof startSessionService>[0]) {
  service = await startSessionService(rounds);
  const { address, inputs } = service;
  const send = async (given: readonly SessionInput[]): Promise<RunSessionResponse> => {
    const body = JSON.stringify({ config: { session }, inputs: given });
    const response = await fetch(`${address}/v1beta/${session}:runSession`, { method: "POST", body });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return { send, inputs };
}

const responses = (inputs: unknown[][]) => inputs.slice(1).map(([input]) => Object(input).toolResponses.toolResponses);

describe("a session of CX Agent Studio", () => {
  test("gets the results of client functions, each with the name and id of its call", async () => {
    const { send, inputs } = await start([[[location]]]);
    const seen: unknown[] = [];
    const handlers = {
      device_get_location: (input: object, context: Context) => {
        seen.push(input, context.toolCallId, context.session?.turnIndex);
        return { latitude: 1, longitude: 2 };
      },
    };
    const outputs = await ces(device({ handlers })).runTurn(send, [{ text: "Where am I?" }]);
    expect(seen).toEqual([{ accuracy: "city" }, "1", 1]);
    const { args: _args, ...identity } = location;
    expect(responses(inputs)).toEqual([[{ ...identity, response: { output: { latitude: 1, longitude: 2 } } }]]);
    expect(outputs.map(({ text }) => text)).toEqual([undefined, "Done."]);
  });

  test("may request several calls at once, in one output or several, and more after their results", async () => {
    const { send, inputs } = await start([[[location, contact], [{ ...location, id: "3" }]], [[{ ...contact, id: "4" }]]]);
    const handlers = {
      device_get_location: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { latitude: 1 };
      },
      device_pick_contact: () => ({ contacts: [] }),
    };
    await ces(device({ handlers })).runTurn(send, [{ text: "Hello" }]);
    expect(responses(inputs).map((each) => each.map(({ id }: { id: string }) => id))).toEqual([["1", "2", "3"], ["4"]]);
  });

  test("calls a client function without arguments with an empty object", async () => {
    const { send, inputs } = await start([[[{ id: "1", tool: `${app}/tools/x`, displayName: "get_location" }]]]);
    const seen: unknown[] = [];
    const handlers = { device_get_location: (input: object) => void seen.push(input) };
    await ces(device({ handlers } as object)).runTurn(send, [{ text: "Hello" }]);
    expect(seen).toEqual([{}]);
    expect(responses(inputs)).toMatchObject([[{ response: { output: null } }]]);
  });

  test("gets a result even if a handler fails or is missing, arguments are invalid or a tool is unknown", async () => {
    const { send, inputs } = await start([
      [[location, contact, { ...location, id: "3", args: { accuracy: 7 } }, { id: "4", tool: `${app}/tools/z`, displayName: "other" }]],
    ]);
    const failed: unknown[] = [];
    const handlers = {
      device_get_location: () => {
        throw new Error("The password is hunter2.");
      },
    };
    const onError = (error: unknown) => {
      failed.push(error);
      throw new Error("The hook fails too.");
    };
    const adapter = ces(device({ handlers }), { onError });
    await adapter.runTurn(send, [{ text: "Hello" }]);
    const [answers] = responses(inputs);
    expect(answers.map(({ response }: { response: object }) => response)).toEqual([
      { error: "The tool failed." },
      { error: "The tool is not available." },
      { error: expect.stringContaining("The arguments are not valid") },
      { error: expect.stringContaining('There is no tool "other"') },
    ]);
    expect(failed).toContainEqual(expect.objectContaining({ message: "The password is hunter2." }));
  });

  test("gets a result wrapped if it looks like a failure or is no object", async () => {
    const { send, inputs } = await start([[[location, contact]]]);
    const handlers = { device_get_location: () => ({ error: "none" }), device_pick_contact: () => "text" };
    await ces(device({ handlers } as object)).runTurn(send, [{ text: "Hello" }]);
    expect(responses(inputs)).toMatchObject([[{ response: { output: { error: "none" } } }, { response: { output: "text" } }]]);
  });

  test("keeps the values of the session that the program passes", async () => {
    const { send } = await start([[[location]]]);
    const seen: unknown[] = [];
    const handlers = {
      device_get_location: (_input: object, context: Context) => {
        seen.push(context.session);
        return {};
      },
    };
    const options = device({ handlers, session: { projectId: "shop" } });
    await ces(options).runTurn(send, [{ text: "Hello" }], { session: { turnIndex: 7, sessionId: "s1" } });
    expect(seen).toEqual([{ projectId: "shop", turnIndex: 7, sessionId: "s1" }]);
  });

  test("names a tool of a toolset by the toolset and the operation", async () => {
    const call = { id: "1", toolsetTool: { toolset: `${app}/toolsets/shop`, toolId: "call" }, displayName: "whatever" };
    const { send, inputs } = await start([[[call]]]);
    const tool = makeTool({ binding: http });
    await ces([tool], { fakes: { shop_call: () => ({ size: 1 }) } }).runTurn(send, [{ text: "Hello" }]);
    expect(responses(inputs)).toEqual([[{ ...call, response: { output: { size: 1 } } }]]);
  });

  test("gets an error when a handler takes too long, and the handler's signal is cancelled", async () => {
    const { send, inputs } = await start([[[{ id: "1", displayName: "ask", tool: `${app}/tools/ask` }]]]);
    const tool = makeTool({ binding: { transport: "client", function: "ask" }, endpoint: { timeout: 50 } });
    let signal: AbortSignal | undefined;
    const handlers = {
      shop_call: (_input: unknown, context: Context) => {
        signal = context.signal;
        return new Promise<never>(() => undefined);
      },
    };
    await ces([{ ...tool, id: "ask" }], { handlers }).runTurn(send, [{ text: "Hello" }]);
    expect(responses(inputs)).toMatchObject([[{ response: { error: "The call was not finished within 50 ms." } }]]);
    expect(signal?.aborted).toBe(true);
  });

  test("ends with an error if the agent requests calls for more rounds than allowed", async () => {
    const { send } = await start(Array.from({ length: 10 }, () => [[location]]));
    let executed = 0;
    const handlers = {
      device_get_location: () => {
        executed += 1;
        return {};
      },
    };
    await expect(ces(device({ handlers }), { maxRounds: 3 }).runTurn(send, [{ text: "Hello" }])).rejects.toThrow("more than 3 rounds");
    expect(executed).toBe(3);
  });

  test("may be run by a program that sends inputs itself, with `respond` and `answer`", async () => {
    const { respond, answer } = ces(device({ handlers: { device_get_location: () => ({}) } }));
    expect(await respond([{ text: "Hello." }])).toBeUndefined();
    expect(await respond(undefined)).toBeUndefined();
    expect(await answer(location)).toEqual({ id: "1", tool: location.tool, displayName: "get_location", response: { output: {} } });
  });

  test("is simulated by a service that accepts only results of the calls that it requested", async () => {
    const { send } = await start([[[location]]]);
    await send([{ text: "Hello" }]);
    await expect(send([{ text: "Still there?" }])).rejects.toThrow("waits for the results");
    const wrong = { toolResponses: { toolResponses: [{ id: "1", response: { output: {} } }] } };
    await expect(send([wrong])).rejects.toThrow("No result has the names");
  });
});

test("the adapter for CES throws if two tools have the same name", () => {
  const tool = makeTool({ binding: http });
  expect(() => ces([tool, { ...tool }])).toThrow('Two tools have the name "shop_call"');
});
