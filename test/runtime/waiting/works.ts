import type { ServerResponse } from "node:http";
import type { Context } from "../../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../../src/runtime/manifest.ts";
import type { Tool } from "../../../src/runtime/tool/tool.ts";
import { compileTexts } from "../../compile-texts.ts";
import type { Arrival } from "../loopback.ts";

// A shop that answers before it is done, in each way that is recognized, and what its service answers.

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const answers = (schema: object, others: object = {}) => ({ description: "", content: { "application/json": { schema } }, ...others });
const path = (name: string) => ({ name, in: "path", required: true, schema: text });
const status = { type: "string", enum: ["pending", "done", "failed"] };
const long = object({
  name: text,
  done: { type: "boolean" },
  error: object({ message: text }),
  response: object({ rows: { type: "integer" } }),
});

export interface Work {
  /** The operation that begins it. */
  readonly start: { readonly method: string; readonly path: string };
  readonly paths: object;
  /** The first answer. */
  readonly begun: { readonly status: number; readonly body?: unknown; readonly headers?: { readonly [name: string]: string } };
  /** The path at which the state is read. */
  readonly at: string;
  /** What is there while it runs, and in the end. */
  readonly running: { readonly status: number; readonly body?: unknown };
  readonly done: unknown;
  readonly failed: unknown;
}

const exported = { rows: 7 };

export const works: { readonly [style: string]: Work } = {
  "the id of the answer": {
    start: { method: "POST", path: "/exports" },
    paths: {
      "/exports": { post: { operationId: "start", responses: { 202: answers(object({ id: text })) } } },
      "/exports/{id}": {
        get: { operationId: "read", parameters: [path("id")], responses: { 200: answers(object({ id: text, status })) } },
      },
    },
    begun: { status: 202, body: { id: "e 1/2" } },
    at: "/exports/e%201%2F2",
    running: { status: 200, body: { id: "e 1/2", status: "pending" } },
    done: { id: "e 1/2", status: "done", ...exported },
    failed: { id: "e 1/2", status: "failed", why: "no disk" },
  },
  "the header Location": {
    start: { method: "POST", path: "/imports" },
    paths: {
      "/imports": { post: { operationId: "start", responses: { 202: { description: "", headers: { Location: { schema: text } } } } } },
    },
    begun: { status: 202, headers: { location: "/elsewhere/jobs/9?part=1" } },
    at: "/elsewhere/jobs/9?part=1",
    running: { status: 202 },
    done: exported,
    failed: { status: "Failed", why: "no disk" },
  },
  "the header Operation-Location": {
    start: { method: "PUT", path: "/models" },
    paths: {
      "/models": {
        put: { operationId: "start", responses: { 202: { description: "", headers: { "Operation-Location": { schema: text } } } } },
      },
    },
    begun: { status: 202, headers: { "operation-location": "/operations/9?api-version=2024" } },
    at: "/operations/9?api-version=2024",
    running: { status: 200, body: { status: "Running" } },
    done: { status: "Succeeded", ...exported },
    failed: { status: "Failed", why: "no disk" },
  },
  "the URI of what is made": {
    start: { method: "POST", path: "/shops/1/files" },
    paths: {
      "/shops/1/files": { post: { operationId: "start", responses: { 202: answers(object({ uri: text })) } } },
      "/shops/1/files/{name}": {
        get: { operationId: "read", parameters: [path("name")], responses: { 200: answers(object({ status })) } },
      },
    },
    begun: { status: 202, body: { uri: "/shops/1/files/a%20b" } },
    at: "/shops/1/files/a%20b",
    running: { status: 200, body: { status: "pending" } },
    done: { status: "done", ...exported },
    failed: { status: "failed", why: "no disk" },
  },
  "a long-running operation": {
    start: { method: "POST", path: "/v1/reports" },
    paths: {
      "/v1/reports": { post: { operationId: "start", responses: { 200: answers(long) } } },
      "/v1/{name}": { get: { operationId: "read", parameters: [path("name")], responses: { 200: answers(long) } } },
    },
    begun: { status: 200, body: { name: "operations/o1" } },
    at: "/v1/operations/o1",
    running: { status: 200, body: { name: "operations/o1", done: false } },
    done: { name: "operations/o1", done: true, response: exported },
    failed: { name: "operations/o1", done: true, error: { message: "no disk" } },
  },
  "the same request": {
    start: { method: "GET", path: "/stats" },
    paths: {
      "/stats": {
        get: { operationId: "start", responses: { 200: answers(object({ rows: { type: "integer" } })), 202: answers(object({})) } },
      },
    },
    begun: { status: 202, body: {} },
    at: "/stats",
    running: { status: 202, body: {} },
    done: exported,
    failed: undefined,
  },
};

export const styleNames: readonly string[] = Object.keys(works);

/** The tool that begins a work, as the compiler writes it. */
export async function compiledStart(style: string, override: object = {}, others: object = {}): Promise<Tool<Input, Output>> {
  const { outputs, findings } = await compileTexts(projectOf(style, { start: override }, others));
  const errors = findings.filter(({ severity, code }) => severity === "error" || code === "unused-override");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(" "));
  const file = outputs[0]?.files.find((each) => each.path.endsWith("/toolset.json"));
  const tool = toolsOf(JSON.parse(file?.text ?? "") as Manifest).find(({ id }) => id === "start"); // The compiler wrote it.
  if (tool === undefined) throw new Error(`There is no tool for ${style}.`);
  return tool as Tool as Tool<Input, Output>; // All of its arguments are optional.
}

/** The project with the document of a work. */
export function projectOf(style: string, tools: object = {}, others: object = {}): { readonly [path: string]: string } {
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
    paths: works[style]?.paths,
  };
  return {
    "toolsetc.yaml": JSON.stringify({ targets: [{ target: "manifest", out: "generated" }], overrides: { shop: { tools, ...others } } }),
    "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }),
  };
}

/** Answers as the service does: `polls` times that the work runs, then its end. */
export function serviceOf(
  style: string,
  polls: number,
  end: "done" | "failed" = "done",
): (response: ServerResponse, arrival: Arrival) => void {
  const work = works[style];
  if (work === undefined) throw new Error(`There is no work ${style}.`);
  let asked = work.start.method === "GET" ? -1 : 0;
  return (response, { method, url }) => {
    if (method !== "GET") return send(response, work.begun.status, work.begun.body, work.begun.headers);
    if (url !== work.at) return send(response, 404, { unknown: url });
    asked += 1;
    if (asked > polls) send(response, 200, work[end]);
    else send(response, work.running.status, work.running.body);
  };
}

export function send(response: ServerResponse, code: number, body?: unknown, headers: object = {}): void {
  response.writeHead(code, { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

export type Input = { readonly _waiting?: string };
export type Output = { readonly [name: string]: unknown };

export const bearer: Context = { auth: { token: "hunter2-token" } };
