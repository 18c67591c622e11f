import { hasPreliminary } from "../../client.ts";
import type { Context } from "../../context.ts";
import type { Tool } from "../../tool/tool.ts";
import type { AiSdkExecution } from "./is-approved.ts";

export type OnPreliminary = NonNullable<Context["onPreliminary"]>;

/** Executes a call, and reports its preliminary results. */
type ExecuteCall = (input: unknown, runtime: AiSdkExecution, onPreliminary?: OnPreliminary) => Promise<unknown>;

/**
 * Creates the SDK's `execute` function of a tool. If the tool's handler is an async generator, `execute` is an async generator too, and the
 * SDK shows the values that it yields as preliminary results. For any other handler, `execute` returns a promise: the SDK would show the
 * single result of a generator twice.
 */
export function withPreliminary(
  tool: Tool,
  executeCall: ExecuteCall,
): (input: unknown, runtime: AiSdkExecution) => Promise<unknown> | AsyncIterable<unknown> {
  return hasPreliminary(tool)
    ? (input: unknown, runtime: AiSdkExecution) => valuesOf((report) => executeCall(input, runtime, ({ value }) => report(value)))
    : (input: unknown, runtime: AiSdkExecution) => executeCall(input, runtime);
}

/**
 * Yields the values that `run` passes to `report`, while it runs. The result of `run` is not yielded, since it equals the last reported
 * value.
 */
async function* valuesOf(run: (report: (value: unknown) => void) => Promise<unknown>): AsyncGenerator<unknown> {
  const reported: unknown[] = [];
  let isRunning = true;
  let wake = (): void => undefined;
  const running = run((value) => {
    reported.push(value);
    wake();
  }).finally(() => {
    isRunning = false;
    wake();
  });
  // A failure of `run` is thrown below, after all reported values.
  running.catch(() => undefined);
  while (true) {
    yield* reported.splice(0);
    if (reported.length > 0) continue;
    if (!isRunning) break;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  await running;
}
