import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, isStepCount } from "ai";
import OpenAI from "openai";
import { aiSdk } from "toolsetc/ai-sdk";
import { openai } from "toolsetc/openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Files, files } from "../../../src/runtime/files/files.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { scriptedModel } from "../../adapters/ai-sdk-model.ts";
import { startScriptedApi } from "../../adapters/scripted-api.ts";
import { connectHere } from "../../cli/serving-here.ts";
import { runCommand } from "../../run-command.ts";
import { type Drive, manifestAt, startDrive, toolsAt } from "./drive.ts";

let drive: Drive;
let tools: Tool[];
let folder: string;
let store: Files;
const large = Buffer.from(Array.from({ length: 2_000_000 }, (_, index) => index % 241));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  drive = await startDrive();
  const toolOf = await toolsAt(drive.address);
  folder = mkdtempSync(join(tmpdir(), "adapters-"));
  mkdirSync(join(folder, "outbox"));
  writeFileSync(join(folder, "outbox/note.txt"), "note");
  writeFileSync(join(folder, "toolset.json"), await manifestAt(drive.address));
  store = files({ folders: [join(folder, "outbox")] });
  tools = [...store.bind([toolOf("getExport"), toolOf("putObject"), toolOf("addPhoto")])].map((tool) => ({
    ...tool,
    approval: "none" as const,
  }));
});
beforeEach(() => {
  drive.arrived.length = 0;
  drive.answer = (response, { method }) => {
    if (method !== "GET") response.setHeader("content-type", "application/json").end("{}");
    else response.writeHead(200, { "content-type": "application/zip", "content-disposition": "filename=all.zip" }).end(large);
  };
});
afterAll(async () => {
  await Promise.all([store.close(), drive.close()]);
  rmSync(folder, { recursive: true });
});

const handleIn = (text: string) => /toolsetc-file:[0-9a-f]{32}/.exec(text)?.[0] ?? `no handle in ${text.slice(0, 300)}`;
const nameOf = (id: string) => tools.find((tool) => tool.id === id)?.name ?? "";

test("a model of the AI SDK downloads a file and passes it on by its handle, or a file of the folder", async () => {
  const { tools: given } = aiSdk(tools);
  const first = await generateText({
    model: scriptedModel([{ name: nameOf("getExport"), input: {} }], "done"),
    tools: given,
    prompt: "x",
    stopWhen: isStepCount(3),
  });
  const shown = JSON.stringify(first.steps.map(({ content }) => content));
  expect(shown.length).toBeLessThan(5000);
  const file = handleIn(shown);
  const second = scriptedModel(
    [{ name: nameOf("putObject"), input: { body: { file } } }],
    [{ name: nameOf("addPhoto"), input: { photo: { file: "note.txt" } } }],
    "done",
  );
  await generateText({ model: second, tools: given, prompt: "x", stopWhen: isStepCount(4) });
  expect(drive.arrived).toMatchObject([
    { method: "GET" },
    { sha256: sha256(large) },
    { text: expect.stringContaining("\r\n\r\nnote\r\n") },
  ]);
});

test("a model of OpenAI in strict mode downloads a file and passes it on by its handle", async () => {
  const api = await startScriptedApi();
  const client = new OpenAI({ apiKey: "k", baseURL: api.address, maxRetries: 0 });
  const { tools: declared, answerAll } = openai(tools, { strict: true });
  const call = async (name: string, input: object) => {
    const call = { type: "function_call", id: "fc_1", call_id: "call_1", name, arguments: JSON.stringify(input), status: "completed" };
    api.script({
      id: "resp_1",
      object: "response",
      created_at: 1,
      model: "m",
      status: "completed",
      output: [call],
      parallel_tool_calls: true,
      tools: [],
    });
    const { output } = await client.responses.create({ model: "m", input: "x", tools: declared });
    return JSON.stringify(await answerAll(output));
  };
  const file = handleIn(await call(nameOf("getExport"), {}));
  await call(nameOf("putObject"), { body: { filename: null, mediaType: null, base64: null, file } });
  expect(drive.arrived).toMatchObject([{ method: "GET" }, { sha256: sha256(large) }]);
  await api.close();
});

describe("a server of `serve --files`", () => {
  const serve = (...flags: string[]) => connectHere(["toolset.json", ...flags], { cwd: folder });

  test("answers with a link to a download, which a client can read and a tool can take", async () => {
    const { client } = await serve("--files", "outbox");
    const { content } = await client.callTool({ name: nameOf("getExport"), arguments: {} });
    const uri = handleIn(JSON.stringify(content));
    expect(content).toEqual([{ type: "resource_link", uri, name: "all.zip", mimeType: "application/zip", size: large.length }]);
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: "application/zip", blob: large.toString("base64") }]);
    expect(await client.listResources()).toMatchObject({ resources: [] });
    await client.callTool({ name: nameOf("putObject"), arguments: { body: { file: uri } } });
    await client.callTool({ name: nameOf("addPhoto"), arguments: { photo: { file: "note.txt" } } });
    expect(drive.arrived).toMatchObject([{ method: "GET" }, { sha256: sha256(large) }, { text: expect.stringContaining("note") }]);
    await client.close();
  });

  test("refuses to read a path, a handle of another process or a file that is too large", async () => {
    const { client } = await serve("--files", "outbox");
    const other = await store.bind([tools[0]!])[0].execute({}); // There are three tools.
    for (const uri of [
      join(folder, "outbox/note.txt"),
      "note.txt",
      "file:///etc/passwd",
      handleIn(JSON.stringify(other)),
      "toolsetc-file:",
    ])
      await expect(client.readResource({ uri })).rejects.toThrow();
    drive.answer = (response) => response.writeHead(200, { "content-type": "application/zip" }).end(Buffer.alloc(9_000_000));
    const { content } = await client.callTool({ name: nameOf("getExport"), arguments: {} });
    await expect(client.readResource({ uri: handleIn(JSON.stringify(content)) })).rejects.toThrow();
    const refused = await client.callTool({ name: nameOf("addPhoto"), arguments: { photo: { file: "../toolset.json" } } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("names no file that may be read") }] });
    await client.close();
  });

  test("has no resources and takes no file names without the flag", async () => {
    const { client } = await serve();
    expect(client.getServerCapabilities()).not.toHaveProperty("resources");
    expect(await client.callTool({ name: nameOf("addPhoto"), arguments: { photo: { file: "note.txt" } } })).toMatchObject({
      isError: true,
    });
    await client.close();
  });

  test("does not start if the folder does not exist or is a file", async () => {
    for (const given of ["absent", "toolset.json"])
      expect(await runCommand(["serve", "toolset.json", "--files", given], { cwd: folder })).toMatchObject({ status: 2 });
    expect(readdirSync(folder).sort()).toEqual(["outbox", "toolset.json"]);
  });
});
