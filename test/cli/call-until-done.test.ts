import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { startTaskServer } from "../runtime/mcp-tasks/task-server.ts";
import { shortenWaits } from "../runtime/short-waits.ts";
import { projectOf, serviceOf, styleNames, works } from "../runtime/waiting/works.ts";

shortenWaits();

let service: Loopback;
let folder: string;
beforeAll(async () => {
  service = await startLoopback();
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-call-until-done-")));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

/** `call` of a tool whose work takes many polls, each run of the tool for a tenth of a second. */
async function callStart(style: string, args: readonly string[] = []) {
  const cwd = mkdtempSync(join(folder, "project-"));
  for (const [path, text] of Object.entries(projectOf(style, { start: { wait: { seconds: 0.1 } } }))) writeFileSync(join(cwd, path), text);
  service.arrivals.length = 0;
  const flags = ["--base-url", service.address, "--auth", "token=env:TOKEN", "--yes", ...args];
  return await runCommand(["call", "shop.start", ...flags], { cwd, env: { TOKEN: "hunter2-token" } });
}

test.each(styleNames)("`call` waits until the work is done, and begins it once: %s", async (style) => {
  service.answer = serviceOf(style, 12);
  const { status, stdout, stderr } = await callStart(style);
  expect({ status, stdout: JSON.parse(stdout) }).toMatchObject({ status: 0, stdout: {} });
  expect(JSON.parse(stdout)).not.toHaveProperty("_waiting");
  expect(stderr).toContain("The service is not done.");
  const { method } = works[style]?.start ?? {};
  if (method !== "GET") expect(service.arrivals.filter((arrival) => arrival.method === method)).toHaveLength(1);
  expect(service.arrivals.length).toBeGreaterThan(12);
});

test("`call` for work that fails prints the error of the service, and no handle", async () => {
  service.answer = serviceOf("the id of the answer", 12, "failed");
  const { status, stdout, stderr } = await callStart("the id of the answer", ["--format", "json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { sent: true } });
  expect(stdout + stderr).not.toContain("_waiting");
});

test("`call` waits for the task of a pulled tool, and begins it once", async () => {
  const server = await startTaskServer();
  try {
    const cwd = mkdtempSync(join(folder, "project-"));
    const pulled = await runCommand(["pull", server.address, "--name", "shop", "--project", "."], { cwd });
    expect({ status: pulled.status, said: pulled.stderr }).toMatchObject({ status: 0 });
    writeFileSync(join(cwd, "toolsetc.yaml"), "overrides: { shop: { tools: { start: { wait: { seconds: 0.1 } } } } }\n");
    expect((await runCommand(["show", "shop.start"], { cwd })).stdout).toContain(
      '  waits     asks tasks/get while "status" is working, at most 0.1 s\n',
    );
    let polls = 0;
    server.before = (_request, _response, body) => {
      if (body.includes('"tasks/get"') && polls++ === 12) void server.finish();
      return false;
    };
    const { status, stdout, stderr } = await runCommand(["call", "shop.start", "--yes"], { cwd });
    expect({ status, stdout: JSON.parse(stdout) }).toEqual({ status: 0, stdout: { status: "done" } });
    expect(stderr).toContain("The service is not done.");
    expect(server.methods().filter((method) => method !== "tasks/get")).toEqual(["tools/call", "tasks/result"]);
  } finally {
    await server.close();
  }
});
