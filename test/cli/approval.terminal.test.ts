import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { program } from "./serving.ts";

// The question is asked only on a terminal, and Node opens none. Python does, where it is not Windows's.
const hasTerminal = spawnSync("python3", ["-c", "import pty"]).status === 0;
if (!hasTerminal) console.log("There is no python3 with its module `pty`: the tests of the question that `call` asks are skipped.\n");

const folder = mkdtempSync(join(tmpdir(), "toolsetc-approval-"));
let service: Loopback;

beforeAll(async () => {
  service = await startLoopback();
  const remove = { operationId: "remove_thing", responses: { "204": { description: "Done." } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const document = {
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: service.address }],
    paths: { "/things/{id}": { parameters, delete: remove } },
  };
  writeFileSync(join(folder, "shop.json"), JSON.stringify(document));
});

beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = (response) => response.writeHead(204).end();
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(!hasTerminal)("`call` on a terminal, for a tool that needs approval,", () => {
  const question = '"shop_remove_thing" needs your approval. Call it with {"id":"a"}? [y/N]';

  test.each(["y", "Yes"])("asks, and calls the tool after the answer %s", async (answer) => {
    const { status, shown } = await callOnTerminal(answer);
    expect(shown).toContain(question);
    expect(status).toBe(0);
    expect(service.arrivals).toMatchObject([{ method: "DELETE", url: "/things/a" }]);
  });

  test.each(["n", "", "yesterday"])("asks, and sends nothing after the answer %j", { tags: "smoke" }, async (answer) => {
    const { status, shown } = await callOnTerminal(answer);
    expect(shown).toContain(question);
    expect(shown).toContain("The call was not approved. Nothing was sent.");
    expect(status).toBe(2);
    expect(service.arrivals).toEqual([]);
  });
});

const openTerminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/** The command on a terminal of its own, where `answer` is typed once the question stands there. */
async function callOnTerminal(answer: string): Promise<{ readonly status: number | null; readonly shown: string }> {
  const command = [process.execPath, program, "call", "shop.remove_thing", "--openapi", "shop.json", "--args", '{"id":"a"}'];
  const child = spawn("python3", ["-c", openTerminal, ...command], { cwd: folder, env: { ...process.env, NO_COLOR: "1", TERM: "dumb" } });
  let shown = "";
  let isAnswered = false;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    shown += chunk;
    if (isAnswered || !shown.includes("[y/N]")) return;
    isAnswered = true;
    child.stdin.write(`${answer}\r`);
  });
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, shown };
}
