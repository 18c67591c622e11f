import { hasPreliminary } from "../../client.ts";
import type { Context } from "../../context.ts";
import type { Tool } from "../../tool/tool.ts";
import type { AiSdkExecution } from "./is-approved.ts";

export type OnPreliminary = NonNullable<Context["onPreliminary"]>;

/** Carries out a call, and tells of its preliminary results. */
type CarryOut = (input: unknown, runtime: AiSdkExecution, onPreliminary?: OnPreliminary) => Promise<unknown>;

/**
 * The SDK's `execute` of a tool. Where its handler is an async generator it is one too, which the SDK shows as preliminary results. All
 * others give a promise, since the SDK would show each answer twice.
 */
export function withPreliminary(
  tool: Tool,
  carryOut: CarryOut,
): (input: unknown, runtime: AiSdkExecution) => Promise<unknown> | AsyncIterable<unknown> {
  return hasPreliminary(tool)
    ? (input: unknown, runtime: AiSdkExecution) => valuesOf((tell) => carryOut(input, runtime, ({ value }) => tell(value)))
    : (input: unknown, runtime: AiSdkExecution) => carryOut(input, runtime);
}

/** What `run` tells of, value by value while it runs. What it gives in the end is the last of them, and is not said again. */
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
  // Its failure is seen below, once all that came before has been said.
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
