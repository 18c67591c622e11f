import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import { connectHttp, connectModern, overHttp } from "../cli/serving.ts";
import { connectHere, serveHere } from "../cli/serving-here.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { compiledTask, taskProject } from "../runtime/mcp-tasks/compiled-task.ts";
import { startTaskServer, type TaskServer } from "../runtime/mcp-tasks/task-server.ts";
import { compiledList, pathOf, projectWith, styleNames, styles } from "../runtime/pages/lists.ts";
import { shortenWaits } from "../runtime/short-waits.ts";
import { bearer, compiledStart, projectOf, send, works } from "../runtime/waiting/works.ts";
import { answerEach, type Conversations, type Model, memberRead } from "./conversations/conversation.ts";

// Models work with what takes more than one call, through each adapter and its SDK: they go on waiting for what a call has begun, and read
// a list page by page.

let service: Loopback;
/** A server whose tool is executed as a task. */
let server: TaskServer;
beforeAll(async () => {
  [service, server] = await Promise.all([startLoopback(), startTaskServer()]);
});
afterAll(async () => {
  await mcp.close();
  await Promise.all([service.close(), server.close()]);
});
beforeEach(() => {
  service.arrivals.length = 0;
  server.arrivals.length = 0;
});

shortenWaits();

const requests = () => service.arrivals.map(({ method, url }) => `${method} ${url}`);

const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/runtime/package.json"), "utf8")) as {
  exports: { readonly [subpath: string]: unknown };
};
const adapters = Object.keys(exports).flatMap((subpath) => /^\.\/adapters\/([^/]+)$/.exec(subpath)?.[1] ?? []);

/** The conversations of an adapter. Those of a former version of an SDK are in the workspace that has this version. */
const fileOf = (adapter: string) =>
  [`./${adapter}/conversations.ts`, `./conversations/${adapter}.ts`].find((file) => existsSync(join(import.meta.dirname, file)));

test("every adapter has conversations in the table", () => {
  expect(adapters.length).toBeGreaterThan(10);
  expect(adapters.filter((adapter) => fileOf(adapter) === undefined)).toEqual([]);
});

const files = [...adapters.flatMap((adapter) => fileOf(adapter) ?? []), "./ai-sdk-6/conversations.ts"];

describe.each(files)("%s", async (file) => {
  const { conversations }: { readonly conversations: Conversations } = await import(/* @vite-ignore */ new URL(file, import.meta.url).href);
  const context = () => ({ ...bearer, baseUrl: service.address });

  describe.each(Object.entries(conversations))("%s", (_way, converse) => {
    test("goes on with what a call has begun, and begins it once", async () => {
      const start = await compiledStart(work, { wait });
      await goesOn((model) => converse([start], context(), model));
    });

    test("goes on if the answers are much longer than a model may get", async () => {
      const start = await compiledStart(work, { wait, output: { maxBytes: 300 } });
      await goesOn((model) => converse([start], context(), model), manyMembers);
    });

    test("goes on if a model gets only some members", async () => {
      const start = await compiledStart(work, { wait, output: { pick: ["status"] } });
      await goesOn((model) => converse([start], context(), model));
    });

    test("goes on with a task of an MCP server, and begins it once", async () => {
      const start = await compiledTask(server.address, { wait: taskWait });
      await goesOnWithTask((model) => converse([start], taskContext, model));
    });

    test("gets one page of a list, and reads it to its end", async () => {
      const list = await compiledList(cursor);
      await readsPages((model) => converse([list], context(), model));
    });

    test("gets pages in one result, which says where it stopped, and goes on from there", async () => {
      const list = await compiledList(cursor, { collect: { items: 6 } });
      await readsCollected((model) => converse([list], context(), model));
    });
  });
});

const work = "the id of the answer";
const cursor = "cursor in the result";
const wait = { seconds: 0.1 };
const taskWait = { seconds: 0.3 };
const taskContext = { auth: { bearerToken: "hunter2-token" } };
const manyMembers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`member_${index}`, "abc".repeat(20)]));

/** What a model reads that begins work and goes on until it has its result, and the handles with which it does. `onHandle` gets their number. */
async function waited(
  converse: (model: Model) => unknown,
  onHandle: (count: number) => unknown,
): Promise<{ readonly result: unknown; readonly handles: readonly unknown[] }> {
  const handles: unknown[] = [];
  let made = 0;
  let result: unknown;
  await converse((read) => {
    if (made++ === 0) return { name: "shop_start", arguments: {} };
    const handle = memberRead(read, "_waiting");
    result = read;
    if (handle === undefined || handles.length === 9) return undefined;
    onHandle(handles.push(handle));
    return { name: "shop_start", arguments: { _waiting: handle } };
  });
  expect(memberRead(result, "status")).toBe("done");
  expect(handles.length).toBeGreaterThan(1);
  expect(new Set(handles)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  return { result, handles };
}

/** A model begins work, waits for it in two further calls, and gets its result. */
async function goesOn(converse: (model: Model) => unknown, others: object = {}): Promise<void> {
  const { start, at, begun, done } = works[work] ?? {};
  let isDone = false;
  service.answer = (response, { method }) =>
    method === "POST"
      ? send(response, 202, { ...Object(begun?.body), ...others })
      : send(response, 200, isDone ? done : { status: "pending", ...others });
  await waited(converse, (count) => {
    isDone = count > 1;
  });
  const [first, ...polls] = requests();
  expect(first).toBe(`POST ${start?.path}`);
  expect(new Set(polls)).toEqual(new Set([`GET ${at}`]));
}

/** A model begins a task of an MCP server, waits for it in two further calls, and gets its result. */
async function goesOnWithTask(converse: (model: Model) => unknown): Promise<void> {
  await waited(converse, (count) => count === 2 && server.finish());
  const methods = server.methods();
  expect(methods.filter((method) => method !== "tasks/get")).toEqual(["tools/call", "tasks/result"]);
}

/** Answers as the list does whose pages have a cursor. */
function answerPages(): void {
  service.answer = (response, { url }) => {
    const { pathname, searchParams } = new URL(url, service.address);
    send(response, 200, styles[cursor]?.answer(searchParams, pathname).body);
  };
}

/** All that a model reads that follows `_next` to the end. */
async function followed(converse: (model: Model) => unknown): Promise<unknown[]> {
  const reads: unknown[] = [];
  let made = 0;
  const name = `shop_list${styleNames.indexOf(cursor)}`;
  await converse((read) => {
    if (made++ === 0) return { name, arguments: {} };
    reads.push(read);
    const next = memberRead(read, "_next");
    return next === undefined || reads.length === 9 ? undefined : { name, arguments: Object(next) };
  });
  return reads;
}

const idsIn = (read: unknown): unknown => (memberRead(read, "items") as { readonly id: number }[]).map(({ id }) => id);

async function readsPages(converse: (model: Model) => unknown): Promise<void> {
  answerPages();
  expect((await followed(converse)).map(idsIn)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  const path = pathOf(cursor);
  expect(requests()).toEqual([`GET ${path}`, `GET ${path}?cursor=c3`, `GET ${path}?cursor=c6`]);
}

async function readsCollected(converse: (model: Model) => unknown): Promise<void> {
  answerPages();
  const reads = await followed(converse);
  expect(reads.map(idsIn)).toEqual([[1, 2, 3, 4, 5, 6], [7]]);
  expect(reads.map((read) => memberRead(read, "_stopped"))).toEqual([expect.stringContaining("6 items of 2 pages"), undefined]);
}

describe("toolsetc serve", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-conversations-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The tools of a project, served to a client of an era, which reads one part of each result. */
  const served =
    (project: { readonly [path: string]: string }, { open, part, flags }: (typeof ways)[number], given = fromService()) =>
    async (model: Model): Promise<void> => {
      const cwd = mkdtempSync(join(folder, "project-"));
      mkdirSync(join(cwd, "snapshots"));
      for (const [path, text] of Object.entries(project)) writeFileSync(join(cwd, path), text);
      const { client, stop } = await open([...given, ...flags], { cwd, env: { TOKEN: "hunter2-token" } });
      await client.listTools();
      const asked = (call: object) => (flags.includes("--discover") ? { name: "call_tool", arguments: call } : call);
      await answerEach(model, async (call) => {
        const { content, structuredContent } = await client.callTool(asked(call) as { name: string });
        // A result with a limit of its own is only text.
        return part === "content" ? content : (structuredContent ?? content);
      });
      await client.close();
      await stop();
    };

  const fromService = () => ["--base-url", service.address, "--auth", "token=env:TOKEN"];

  /** Starts the server, and connects a client over HTTP. */
  const http =
    <Connected>(connect: (url: URL) => Promise<Connected>) =>
    async (args: readonly string[], place: Parameters<typeof serveHere>[1]) => {
      const running = await serveHere(args, place);
      return { client: await connect(running.url), stop: () => running.stop() };
    };
  /** Starts the server on streams. It ends with the client. */
  const stdio = async (args: readonly string[], place: Parameters<typeof connectHere>[1]) => {
    const { client } = await connectHere(args, place);
    return { client, stop: async () => 0 };
  };
  const [former, modern] = [http(connectHttp), http((url) => connectModern(overHttp(url)))];

  const ways = [
    { era: "2025-11-25", over: "HTTP", open: former, part: "content", flags: [] },
    { era: "2025-11-25", over: "HTTP", open: former, part: "structuredContent", flags: ["--output-schemas", "always"] },
    { era: "2025-11-25", over: "stdio", open: stdio, part: "content", flags: [] },
    { era: "2026-07-28", over: "HTTP", open: modern, part: "content", flags: [] },
    { era: "2026-07-28", over: "HTTP", open: modern, part: "structuredContent", flags: ["--output-schemas", "always"] },
    { era: "2026-07-28", over: "HTTP", open: modern, part: "content", flags: ["--discover"] },
  ];

  describe.each(ways)("$era over $over, $part $flags", (way) => {
    test("goes on with what a call has begun, and begins it once", async () => {
      await goesOn(served(projectOf(work, { start: { wait } }), way));
    });

    test("goes on if the answers are much longer than a model may get", async () => {
      await goesOn(served(projectOf(work, { start: { wait, output: { maxBytes: 300 } } }), way), manyMembers);
    });

    test("goes on with a task of an MCP server, and begins it once", async () => {
      await goesOnWithTask(served(taskProject(server.address, { wait: taskWait }), way, ["--auth", "bearerToken=env:TOKEN"]));
    });

    test("gets one page of a list, and reads it to its end", async () => {
      await readsPages(served(projectWith(), way));
    });

    test("gets pages in one result, which says where it stopped, and goes on from there", async () => {
      await readsCollected(served(projectWith({ [`list${styleNames.indexOf(cursor)}`]: { collect: { items: 6 } } }), way));
    });
  });
});
