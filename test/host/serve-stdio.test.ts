import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { serveOnStdio } from "../../src/host/process/serve-stdio.ts";

test("`serve` on stdio ends if its signal was aborted before it starts, while the input is open", async () => {
  const create = () => {
    throw new Error("No client has connected.");
  };
  const streams = { input: new PassThrough(), output: new PassThrough() };
  await expect(serveOnStdio(create, { ...streams, signal: AbortSignal.abort() })).resolves.toBeUndefined();
});
