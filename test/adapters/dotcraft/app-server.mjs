// An AppServer as DotCraft publishes its protocol (DotHarness/dotcraft, docs/developing/protocols/appserver-protocol.md and the section
// "Runtime Dynamic Tools v2" of its tools architecture): JSON-RPC 2.0, one message a line on stdin and stdout. It enforces the rules for
// declarations and results, and has no model: a turn's input says which requests the agent makes, and the turn's result what came of them.
// `node app-server.mjs [legacy]`
import { createInterface } from "node:readline";

/** Serves one client on streams. `wire` is the version of the protocol. */
export function serve(input, output, wire) {
  const legacy = wire === "legacy";
  const threads = new Map();
  const pending = new Map();
  let state = "new";
  let nextId = 1;

  const send = (message) => output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = `server-${nextId++}`;
      pending.set(id, resolve);
      send({ id, method, params });
    });

  createInterface({ input }).on("line", async (line) => {
    const message = JSON.parse(line);
    if (message.jsonrpc !== "2.0") throw new Error("not JSON-RPC 2.0");
    if (message.method === undefined) {
      pending.get(message.id)?.(message);
      pending.delete(message.id);
      return;
    }
    try {
      const result = await answer(message.method, message.params ?? {});
      if (message.id !== undefined) send({ id: message.id, result });
    } catch (error) {
      if (message.id !== undefined) send({ id: message.id, error: { code: error.code ?? -32603, message: error.message } });
    }
  });

  async function answer(method, params) {
    if (method === "initialize") {
      if (state !== "new") throw new Refused(-32600, "initialized already");
      state = "initializing";
      return {
        serverInfo: { name: "dotcraft", version: "test", protocolVersion: "1" },
        capabilities: { threadManagement: true, dynamicToolRebind: true, approvalFlow: true },
      };
    }
    if (method === "initialized") {
      state = "ready";
      return {};
    }
    if (state !== "ready") throw new Refused(-32002, "not initialized");
    switch (method) {
      case "thread/start": {
        if (typeof params.identity?.channelName !== "string" || typeof params.identity?.userId !== "string")
          throw invalid("identity is missing");
        const thread = { id: `thread_${threads.size + 1}`, tools: declared(params.dynamicTools ?? []) };
        threads.set(thread.id, thread);
        return { thread: { id: thread.id, status: "active" } };
      }
      case "thread/resume": {
        const thread = threadOf(params);
        // Left out: kept. `[]`: cleared. A set that is refused leaves the one before.
        if (params.dynamicTools !== undefined) thread.tools = declared(params.dynamicTools);
        return { thread: { id: thread.id, status: "active" } };
      }
      case "turn/start": {
        const thread = threadOf(params);
        const turn = { id: `turn_${nextId++}`, threadId: thread.id };
        run(thread, turn, JSON.parse(params.input[0].text)).then((result) =>
          send({ method: "turn/completed", params: { threadId: thread.id, turn: { ...turn, status: "completed", items: result } } }),
        );
        return { turn: { ...turn, status: "running", items: [] } };
      }
      default:
        throw new Refused(-32601, `no method ${method}`);
    }
  }

  function threadOf({ threadId }) {
    const thread = threads.get(threadId);
    if (thread === undefined) throw invalid(`no thread ${threadId}`);
    return thread;
  }

  /** One step after the other, as an agent takes them. */
  async function run(thread, turn, steps) {
    const items = [];
    for (const step of steps) {
      const common = { threadId: thread.id, turnId: turn.id };
      if (step.tool !== undefined) items.push(await callTool(thread, common, step));
      else if (step.approval !== undefined) items.push((await request("item/approval/request", { ...common, ...step.approval })).result);
      else items.push((await request("item/tool/requestUserInput", { ...common, questions: step.questions })).result);
    }
    return items;
  }

  async function callTool(thread, common, { namespace = null, tool, arguments: given = {}, unknown }) {
    const name = namespace === null ? tool : `${namespace}__${tool}`;
    if (!unknown && !thread.tools.has(name)) return { offered: false, tool: name };
    const response = await request("item/tool/call", { ...common, callId: `call_${nextId++}`, namespace, tool, arguments: given });
    if (response.error !== undefined) return { protocolError: response.error };
    const fault = faultOf(response.result);
    return fault === undefined ? response.result : { fault, result: response.result };
  }

  function faultOf(result) {
    const known = ["success", "contentItems", legacy ? "structuredResult" : "structuredContent", "errorCode", "errorMessage"];
    if (!legacy && result.success === false) known.push("structuredContent");
    for (const name of Object.keys(result))
      if (!known.includes(name) && !(legacy && name === "structuredContent")) return `unknown field ${name}`;
    for (const item of result.contentItems ?? []) {
      if (item.type === "text" ? typeof item.text !== "string" || item.text.trim() === "" : !isImage(item)) return "invalid content item";
    }
    if (result.success === true) return (result.contentItems ?? []).some(({ type }) => type === "text") ? undefined : "no text";
    if (result.success !== false) return "success is no boolean";
    return typeof result.errorCode === "string" && typeof result.errorMessage === "string" ? undefined : "no error code or message";
  }

  /** The names that the model sees. What breaks a rule is refused, not repaired. */
  function declared(declarations) {
    if (!Array.isArray(declarations)) throw invalid("dynamicTools is no list");
    const names = new Set();
    const add = (declaration, namespace) => {
      checkMembers(declaration, legacy ? ["namespace", ...functionMembers] : ["type", "deferLoading", ...functionMembers]);
      if (!identifier.test(declaration.name ?? "")) throw invalid(`invalid name ${declaration.name}`);
      if (namespace !== null && !identifier.test(namespace)) throw invalid(`invalid namespace ${namespace}`);
      const name = namespace === null ? declaration.name : `${namespace}__${declaration.name}`;
      if (Buffer.byteLength(name) > 64) throw invalid(`${name} is over 64 bytes`);
      if (names.has(name)) throw invalid(`${name} is there twice`);
      if (typeof declaration.description !== "string" || declaration.description.trim() === "") throw invalid(`${name} has no description`);
      if (declaration.inputSchema?.type !== "object") throw invalid(`the input of ${name} is no object`);
      if (declaration.deferLoading !== undefined && namespace === null) throw invalid(`${name} is deferred outside of a namespace`);
      if (declaration.approval !== undefined) {
        checkMembers(declaration.approval, ["kind", "targetArgument", "operation", "operationArgument"]);
        if (!["file", "shell", "remoteResource"].includes(declaration.approval.kind)) throw invalid("unknown kind of approval");
      }
      names.add(name);
    };
    for (const declaration of declarations) {
      if (legacy) add(declaration, declaration.namespace ?? null);
      else if (declaration.type === "function") add(declaration, null);
      else if (declaration.type === "namespace") {
        checkMembers(declaration, ["type", "name", "description", "tools"]);
        if (typeof declaration.description !== "string" || declaration.description.trim() === "")
          throw invalid(`namespace ${declaration.name} has no description`);
        for (const each of declaration.tools) {
          if (each.type !== "function") throw invalid("a namespace holds functions");
          add(each, declaration.name);
        }
      } else throw invalid(`unknown type ${declaration.type}`);
    }
    return names;
  }
}

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
const invalid = (message) => new Refused(-32602, message);

function isImage({ type, mediaType, url, dataBase64 }) {
  if (type !== "image" || typeof mediaType !== "string" || (url === undefined) === (dataBase64 === undefined)) return false;
  return url === undefined || !url.startsWith("data:");
}

const identifier = /^[A-Za-z0-9_]+$/;
const functionMembers = ["name", "description", "inputSchema", "approval"];

function checkMembers(value, allowed) {
  for (const name of Object.keys(value)) if (!allowed.includes(name)) throw invalid(`unknown field ${name}`);
}

// As a program; `client.ts` has it on streams.
if (process.argv[1] === import.meta.filename) serve(process.stdin, process.stdout, process.argv[2]);
