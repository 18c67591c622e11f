import { hasPreliminary } from "../../client.ts";
import type { Context } from "../../context.ts";
import type { Tool } from "../../tool/tool.ts";
import type { AiSdkExecution } from "./is-approved.ts";

export type OnPreliminary = NonNullable<Context["onPreliminary"]>;

/** Executes a call, and reports its preliminary results. */
type CarryOut = (input: unknown, runtime: AiSdkExecution, onPreliminary?: OnPreliminary) => Promise<unknown>;

/**
 * The SDK's `execute` of a tool. If its handler is an async generator, `execute` is one too, whose values the SDK shows as preliminary
 * results. Otherwise it returns a promise, since the SDK would show each answer of a generator twice.
 */
export function withPreliminary(
  tool: Tool,
  carryOut: CarryOut,
): (input: unknown, runtime: AiSdkExecution) => Promise<unknown> | AsyncIterable<unknown> {
  return hasPreliminary(tool)
    ? (input: unknown, runtime: AiSdkExecution) => valuesOf((tell) => carryOut(input, runtime, ({ value }) => tell(value)))
    : (input: unknown, runtime: AiSdkExecution) => carryOut(input, runtime);
}

/** The values that `run` reports, while it runs. Its result equals the last of them, and is not repeated. */
async function* valuesOf(run: (tell: (value: unknown) => void) => Promise<unknown>): AsyncGenerator<unknown> {
  const told: unknown[] = [];
  let isRunning = true;
  let wake = (): void => undefined;
  const running = run((value) => {
    told.push(value);
    wake();
  }).finally(() => {
    isRunning = false;
    wake();
  });
  // A failure is thrown below, after all reported values.
  running.catch(() => undefined);
  while (true) {
    yield* told.splice(0);
    if (told.length > 0) continue;
    if (!isRunning) break;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  await running;
}
