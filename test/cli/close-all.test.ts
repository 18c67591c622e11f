import { expect, test } from "vitest";
import { closeAll } from "../../src/cli/calls/close-all.ts";

test("all things are closed although one of them fails, and its error is thrown", async () => {
  const closed: string[] = [];
  const closing = (name: string, error?: Error) => ({
    close: async () => {
      closed.push(name);
      if (error !== undefined) throw error;
    },
  });
  const throwing = {
    close: () => {
      throw new Error("at once");
    },
  };
  const failing = closeAll([closing("tools", new Error("the tools")), undefined, throwing, closing("files")]);
  await expect(failing).rejects.toThrow("the tools");
  expect(closed).toEqual(["tools", "files"]);
  await expect(closeAll([closing("files"), undefined])).resolves.toBeUndefined();
});
