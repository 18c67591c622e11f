import { expect, test } from "vitest";
import { boundedEvents } from "../../src/runtime/mcp/bounded-events.ts";

test("an event stream that its reader cancels has ended", async () => {
  const ends: boolean[] = [];
  const { signal } = new AbortController();
  const source = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")) });
  const options = { signal, perEvent: true, onEnd: (isResumable: boolean) => ends.push(isResumable), onLimit: () => undefined };
  const { body, end } = boundedEvents(source, options);
  const reader = body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  await reader.cancel();
  expect(ends).toEqual([false]);
  end();
  expect(ends).toEqual([false]);
});
