import { describe, expect, test } from "vitest";
import { discover } from "../../src/runtime/adapters/discover.ts";
import { bindTool, type Context, type Handler, ToolError } from "../../src/runtime/index.ts";
import { makeTool } from "./fixture.ts";

const never = () => new Promise<never>(() => undefined);

function clientFunction(handler: Handler, timeout = 5000) {
  const output = { type: "object", properties: { size: { type: "integer" } } };
  const tool = makeTool({ binding: { transport: "client", function: "call" }, endpoint: { timeout }, output });
  return bindTool(tool, { handlers: { shop_call: handler } });
}

describe("a handler that ignores the signal", () => {
  test("does not delay the end of a call that is cancelled", async () => {
    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const tool = clientFunction((_input: unknown, { signal }: Context) => {
      given = signal;
      controller.abort();
      return never();
    });
    const failure = { code: "cancelled", sent: true, tool: "shop_call", message: "The call was cancelled." };
    await expect(tool.execute({}, { signal: controller.signal })).rejects.toMatchObject(failure);
    expect(given?.aborted).toBe(true);
  });

  test("does not delay the end of a call that takes too long", async () => {
    let given: AbortSignal | undefined;
    const tool = clientFunction((_input: unknown, { signal }: Context) => {
      given = signal;
      return never();
    }, 50);
    const failure = { code: "timeout", sent: true, message: "The call was not finished within 50 ms.", details: { timeout: 50 } };
    await expect(tool.execute({})).rejects.toMatchObject(failure);
    expect(given?.aborted).toBe(true);
  });

  test("does not delay the end if it is a generator", async () => {
    const tool = clientFunction(async function* () {
      yield { size: 1 };
      yield await never();
    }, 50);
    await expect(tool.execute({})).rejects.toMatchObject({ code: "timeout" });
  });

  test("does not delay the end of a call by `call_tool`, whose error is that of the called tool", async () => {
    const [, , callTool] = discover([clientFunction(never, 50)]);
    await expect(callTool.execute({ name: "shop_call" })).rejects.toMatchObject({ code: "timeout", tool: "shop_call" });
  });
});

test("the error of a handler that ends with the signal is that of the call", async () => {
  const controller = new AbortController();
  const tool = clientFunction(
    (_input: unknown, { signal }: Context) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        controller.abort();
      }),
  );
  await expect(tool.execute({}, { signal: controller.signal })).rejects.toMatchObject({ code: "cancelled" });
});

test("an error of a handler is thrown as it is", async () => {
  const error = new Error("out of order");
  await expect(clientFunction(() => Promise.reject(error)).execute({})).rejects.toBe(error);
  const synchronous = () => {
    throw error;
  };
  await expect(clientFunction(synchronous).execute({})).rejects.toBe(error);
  const own = new ToolError("tool-failed", "no", { tool: "other", sent: false });
  await expect(clientFunction(() => Promise.reject(own)).execute({})).rejects.toBe(own);
});

test("an invalid result is returned and reported, and is an error if the caller requires valid results", async () => {
  const tool = clientFunction(() => ({ size: "large" }));
  const mismatches: unknown[] = [];
  expect(await tool.execute({}, { onMismatch: ({ issues }) => mismatches.push(...issues) })).toEqual({ size: "large" });
  expect(mismatches).toMatchObject([{ path: ["size"] }]);
  await expect(tool.execute({}, { output: "strict" })).rejects.toMatchObject({ code: "invalid-response", sent: true });
});
