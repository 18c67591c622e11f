import { expect, test } from "vitest";
import { toolsetc } from "./contenders/toolsetc.ts";
import { runSuite } from "./suite.mjs";

test("every request of this compiler's tools in the wire suite is as the standard says", async () => {
  const results = await runSuite(toolsetc);
  expect(results.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(results.length).toBeGreaterThan(400);
}, 60_000);
