import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, Tool } from "../../src/runtime/index.ts";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import { connectHttp, connectModern, overHttp } from "../cli/serving.ts";
import { connectHere, serveHere } from "../cli/serving-here.ts";
import { pairsOf } from "../long.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { compiledTask, taskProject } from "../runtime/mcp-tasks/compiled-task.ts";
import { startTaskServer, type TaskServer } from "../runtime/mcp-tasks/task-server.ts";
import { compiledList, idOf, pathOf, projectWith, styles } from "../runtime/pages/lists.ts";
import { shortenWaits } from "../runtime/short-waits.ts";
import { bearer, compiledStart, works as kindsOfWork, projectOf, send } from "../runtime/waiting/works.ts";
import { adapterNames } from "./adapter-names.ts";
import { answerEach, type Conversations, followed, type Model, memberRead, waited } from "./conversations/conversation.ts";

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
  // Longer than a call waits, so that each call polls at most once.
  server.pollInterval = 1000;
});

shortenWaits();

const requests = () => service.arrivals.map(({ method, url }) => `${method} ${url}`);

/** The conversations of an adapter. Those of a former version of an SDK are in the workspace that has this version. */
const fileOf = (adapter: string) =>
  [`./${adapter}/conversations.ts`, `./conversations/${adapter}.ts`].find((file) => existsSync(join(import.meta.dirname, file)));

test("every adapter has conversations in the table", () => {
  expect(adapterNames.length).toBeGreaterThan(10);
  expect(adapterNames.filter((adapter) => fileOf(adapter) === undefined)).toEqual([]);
});

const files = [...adapterNames.flatMap((adapter) => fileOf(adapter) ?? []), "./ai-sdk-6/conversations.ts"];

const work = "the id of the answer";
const cursor = "cursor in the result";
const manyMembers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`member_${index}`, "abc".repeat(20)]));

/** A model begins work, waits for it in two further calls, and gets its result. */
async function goesOn(converse: (model: Model) => unknown, others: object = {}): Promise<void> {
  const { start, at, begun, done } = kindsOfWork[work] ?? {};
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

const idsIn = (read: unknown): unknown => (memberRead(read, "items") as { readonly id: number }[]).map(({ id }) => id);

async function readsPages(converse: (model: Model) => unknown): Promise<void> {
  answerPages();
  expect((await followed(`shop_${idOf(cursor)}`, converse)).map(idsIn)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  const path = pathOf(cursor);
  expect(requests()).toEqual([`GET ${path}`, `GET ${path}?cursor=c3`, `GET ${path}?cursor=c6`]);
}

async function readsCollected(converse: (model: Model) => unknown): Promise<void> {
  answerPages();
  const reads = await followed(`shop_${idOf(cursor)}`, converse);
  expect(reads.map(idsIn)).toEqual([[1, 2, 3, 4, 5, 6], [7]]);
  expect(reads.map((read) => memberRead(read, "_stopped"))).toEqual([expect.stringContaining("6 items of 2 pages"), undefined]);
}

/** What takes more than one call. */
interface Subject {
  /** The tool with an override, and the project that it is compiled from. */
  readonly tool: (override: object) => Promise<Tool>;
  readonly project: (override: object) => { readonly [path: string]: string };
  /** What a program calls the tool with, and the same as flags. */
  readonly context: () => Context;
  readonly flags: () => readonly string[];
}

const ofService = {
  context: () => ({ ...bearer, baseUrl: service.address }),
  flags: () => ["--base-url", service.address, "--auth", "token=env:TOKEN"],
};
const works: Subject = {
  tool: (override) => compiledStart(work, override) as Promise<Tool>,
  project: (override) => projectOf(work, { start: override }),
  ...ofService,
};
const tasks: Subject = {
  tool: (override) => compiledTask(server.address, override) as Promise<Tool>,
  project: (override) => taskProject(server.address, override),
  context: () => ({ auth: { bearerToken: "hunter2-token" } }),
  flags: () => ["--auth", "bearerToken=env:TOKEN"],
};
const lists: Subject = {
  tool: (override) => compiledList(cursor, override) as Promise<Tool>,
  project: (override) => projectWith({ [idOf(cursor)]: override }),
  ...ofService,
};

const wait = { seconds: 0.1 };
type Task = readonly [title: string, subject: Subject, override: object, run: (converse: (model: Model) => unknown) => Promise<void>];
const waits: readonly Task[] = [
  ["goes on with what a call has begun, and begins it once", works, { wait }, goesOn],
  [
    "goes on if the answers are much longer than a model may get",
    works,
    { wait, output: { maxBytes: 300 } },
    (converse) => goesOn(converse, manyMembers),
  ],
  ["goes on if a model gets only some members", works, { wait, output: { pick: ["status"] } }, goesOn],
  ["goes on with a task of an MCP server, and begins it once", tasks, { wait: { seconds: 0.3 } }, goesOnWithTask],
];
const pages: readonly Task[] = [
  ["gets one page of a list, and reads it to its end", lists, {}, readsPages],
  ["gets pages in one result, which says where it stopped, and goes on from there", lists, { collect: { items: 6 } }, readsCollected],
];

/** Each way with one of the tasks in which a model waits and one in which it reads pages; before a release, with all of them. */
function tried<Way extends { readonly way: string }>(ways: readonly Way[]) {
  return [...pairsOf(ways, waits), ...pairsOf(ways, pages)].map(
    ([way, [title, subject, override, run]]) => [`${way.way} ${title}`, { ...way, subject, override, run }] as const,
  );
}

const ways = await Promise.all(
  files.map(async (file) => {
    const { conversations }: { readonly conversations: Conversations } = await import(
      /* @vite-ignore */ new URL(file, import.meta.url).href
    );
    if (Object.keys(conversations).length === 0)
      throw new Error(`${file} has no conversation: a loop in which a model makes several calls.`);
    return Object.entries(conversations).map(([way, converse]) => ({ way: `${file}, ${way}`, converse }));
  }),
);

test.each(tried(ways.flat()))("a model of the adapter in %s", async (_title, { converse, subject, override, run }) => {
  const tool = await subject.tool(override);
  await run((model) => converse([tool], subject.context(), model));
});

describe("a model behind `toolsetc serve`", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-conversations-"));
  afterAll(() => rmSync(folder, { recursive: true }));

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

  const clients = [
    { way: "2025-11-25 over HTTP, content", open: former, part: "content", flags: [] },
    { way: "2025-11-25 over HTTP, structuredContent", open: former, part: "structuredContent", flags: ["--output-schemas", "always"] },
    { way: "2025-11-25 over stdio, content", open: stdio, part: "content", flags: [] },
    { way: "2026-07-28 over HTTP, content", open: modern, part: "content", flags: [] },
    { way: "2026-07-28 over HTTP, structuredContent", open: modern, part: "structuredContent", flags: ["--output-schemas", "always"] },
    { way: "2026-07-28 over HTTP, content with --discover", open: modern, part: "content", flags: ["--discover"] },
  ];

  test.each(tried(clients))("with a client of %s", async (_title, { open, part, flags, subject, override, run }) => {
    const cwd = mkdtempSync(join(folder, "project-"));
    mkdirSync(join(cwd, "snapshots"));
    for (const [path, text] of Object.entries(subject.project(override))) writeFileSync(join(cwd, path), text);
    const { client, stop } = await open([...subject.flags(), ...flags], { cwd, env: { TOKEN: "hunter2-token" } });
    await client.listTools();
    const asked = (call: object) => (flags.includes("--discover") ? { name: "call_tool", arguments: call } : call);
    await run((model) =>
      answerEach(model, async (call) => {
        const { content, structuredContent } = await client.callTool(asked(call) as { name: string });
        // A result with a limit of its own is only text.
        return part === "content" ? content : (structuredContent ?? content);
      }),
    );
    await client.close();
    await stop();
  });
});
