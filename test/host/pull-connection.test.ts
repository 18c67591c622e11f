import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../src/host/failure.ts";
import { pullConnection } from "../../src/host/fetch/pull-connection.ts";
import { compileTexts } from "../compile-texts.ts";
import { type Arrival, type Loopback, startLoopback } from "../runtime/loopback.ts";

const connection = "projects/p-1/locations/europe-west1/connections/support";
const token = "hunter2-token";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());

/** Answers have the shapes of the API's discovery document. */
let types: { name: string; [member: string]: unknown }[];
let actions: { name: string; [member: string]: unknown }[];
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = answerAsConnectors;
  const fields = [
    { name: "Id", dataType: "DATA_TYPE_INTEGER", key: true, nullable: false, jsonSchema: { type: ["integer"] } },
    { name: "Subject", dataType: "DATA_TYPE_VARCHAR", description: "In one line.", nullable: true },
  ];
  types = ["Ticket", "Agent", "Team"].map((name) => ({ name, fields, operations: ["LIST", "GET"], metadata: { latency: Math.random() } }));
  actions = [
    {
      name: "AssignTicket",
      description: "Hands it on.",
      inputJsonSchema: { type: ["object"], properties: { TicketId: { type: ["integer"] } }, required: ["TicketId"] },
      resultMetadata: [{ name: "At", dataType: "DATA_TYPE_TIMESTAMP" }],
    },
  ];
});

function answerAsConnectors(response: ServerResponse, arrival: Arrival): void {
  const [status, answer] = connectorsAnswer(arrival);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

function connectorsAnswer({ url, headers }: Arrival): [status: number, answer: object] {
  if (headers.authorization !== `Bearer ${token}`)
    return [401, { error: { code: 401, message: `Not good: ${headers.authorization}`, status: "UNAUTHENTICATED" } }];
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, kind = "", name] = new RegExp(`^/v2/${connection}/(entityTypes|actions)(?:/([^/]+))?$`).exec(pathname) ?? [];
  const items = kind === "entityTypes" ? types : kind === "actions" ? actions : undefined;
  if (items === undefined) return [404, { error: { code: 404 } }];
  if (name !== undefined) {
    const found = items.find((item) => item.name === decodeURIComponent(name));
    return found === undefined ? [404, { error: { code: 404 } }] : [200, found];
  }
  // Two a page, whatever is asked for, as the API may.
  const start = Number(searchParams.get("pageToken") ?? 0);
  const isBrief = searchParams.get("view")?.endsWith("_BASIC");
  const page = items.slice(start, start + 2).map((item) => (isBrief ? { name: item.name } : item));
  const next = start + 2 < items.length ? { nextPageToken: String(start + 2) } : {};
  if (page.length === 0) return [200, {}];
  return [200, { [kind === "entityTypes" ? "types" : "actions"]: page, ...next, metadata: { latency: Math.random() } }];
}

const pull = (more: object = {}, wanted: object = {}) =>
  pullConnection({ connection, entities: [], actions: [], ...wanted }, { address: server.address, token, former: undefined, ...more });

async function failure(work: Promise<unknown>): Promise<Failure> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Failure)) throw new Error("It should have failed.", { cause: error });
  expect(`${error.stack} ${error.help}`).not.toContain("hunter2");
  return error;
}

describe("the pulled schemas of a connection", () => {
  test("are all read from all pages, sorted, and without fields that differ each time", async () => {
    const { text, moved } = await pull();
    const saved = JSON.parse(text);
    expect(saved).toMatchObject({ formatVersion: "1.0", connection, actions: [{ name: "AssignTicket", inputJsonSchema: {} }] });
    expect(saved.entityTypes.map(({ name }: { name: string }) => name)).toEqual(["Agent", "Team", "Ticket"]);
    expect(text).not.toContain("latency");
    expect(moved.map(({ tool, change }) => [tool, change])).toEqual([
      ["actions/AssignTicket", "added"],
      ["entityTypes/Agent", "added"],
      ["entityTypes/Team", "added"],
      ["entityTypes/Ticket", "added"],
    ]);
    expect(server.arrivals.map(({ url }) => url)).toContain(
      `/v2/${connection}/entityTypes?view=ENTITY_TYPE_VIEW_FULL&pageSize=100&pageToken=2`,
    );
  });

  test("are read by name if the definition lists them", async () => {
    const saved = JSON.parse((await pull({}, { entities: ["Ticket", "Ticket"], actions: ["AssignTicket"] })).text);
    expect([...saved.entityTypes, ...saved.actions].map(({ name }: { name: string }) => name)).toEqual(["Ticket", "AssignTicket"]);
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      `/v2/${connection}/entityTypes/Ticket`,
      `/v2/${connection}/actions/AssignTicket`,
    ]);
  });

  test("are compared with the saved ones", async () => {
    const former = (await pull()).text;
    expect((await pull({ former })).moved).toEqual([]);
    types = types.filter(({ name }) => name !== "Team");
    actions[0] = { name: "AssignTicket", description: "Gives it away." };
    const { moved } = await pull({ former });
    expect(moved.map(({ tool, change }) => [tool, change])).toEqual([
      ["actions/AssignTicket", "changed"],
      ["entityTypes/Team", "removed"],
    ]);
    expect(moved[0]?.pointers).toContain("/description");
  });

  test("compile to tools", async () => {
    const { text } = await pull();
    const { findings, outputs } = await compileTexts({
      "tickets.yaml": `displayName: tickets
description: Tickets.
connectorToolset:
  connection: ${connection}
  connectorActions:
    - { entityOperation: { entityId: Ticket, operation: LIST }, outputFields: [Id] }
    - connectionActionId: AssignTicket
`,
      "snapshots/tickets.connection.json": text,
      "toolsetc.yaml": "targets: [{ target: manifest, out: out }]\n",
    });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    const [manifest] = outputs.flatMap(({ files }) => files).map((file) => JSON.parse(file.text));
    const [assign, list] = manifest.tools;
    expect([assign.id, list.id]).toEqual(["AssignTicket", "list_Ticket"]);
    expect(assign.input).toMatchObject({ properties: { TicketId: {} }, required: ["TicketId"] });
    expect(list.output.properties.items.items.properties).toHaveProperty("Id");
  });
});

describe("`pull` of a connection fails", () => {
  test("without a token, and says how to pass it", async () => {
    const { message, help } = await failure(pull({ token: undefined }));
    expect(message).toContain("without an access token");
    expect(help).toContain("--auth google=env:TOKEN");
    expect(server.arrivals).toEqual([]);
  });

  test("with a rejected token, which it does not show although the response contains it", async () => {
    const { message } = await failure(pull({ token: "hunter2-other" }));
    expect(message).toMatch(/responded with status 401: Not good: Bearer \*\*\*/);
  });

  test("for an entity that the connection does not have, and lists those that it has", async () => {
    const { message, help } = await failure(pull({}, { entities: ["Tickt"] }));
    expect(message).toBe('The connection has no entity "Tickt".');
    expect(help).toBe("It has Ticket, Agent, Team.");
  });

  test("for a connection that does not exist, and for an invalid name", async () => {
    const elsewhere = "projects/p-1/locations/l/connections/other";
    expect((await failure(pull({}, { connection: elsewhere }))).message).toContain(`has no connection "${elsewhere}"`);
    expect((await failure(pull({}, { connection: "projects/p/locations/l/connections/c/../../x" }))).message).toContain(
      "is not the name of a connection",
    );
    expect((await failure(pull({ address: "ftp://x.example" }))).message).toContain("not an http(s) URL");
  });

  test.each([
    ["no JSON", 200, "<html>", "not JSON"],
    ["something else", 200, '{"types": {}}', "not a list of entityTypes"],
    ["a list that does not end", 200, '{"types": [], "nextPageToken": "again"}', "has more than 400 pages, or repeats one"],
    ["an error", 500, "{}", "responded with status 500"],
    ["a redirect", 302, "", "responded with status 302"],
  ])("if the response is %s", async (_name, status, text, words) => {
    server.answer = (response) => response.writeHead(status, { location: "/elsewhere" }).end(text);
    expect((await failure(pull())).message).toContain(words);
  });

  test("for a list without an end, which it does not read further", async () => {
    let page = 0;
    server.answer = (response) => response.writeHead(200).end(JSON.stringify({ types: [], nextPageToken: String(++page) }));
    server.arrivals.length = 0;
    const stop = setTimeout(() => (server.answer = answerAsConnectors), 20_000);
    expect((await failure(pull())).message).toContain("has more than 400 pages, or repeats one");
    clearTimeout(stop);
    expect(server.arrivals.length).toBeLessThan(500);
  });

  test("if the service does not respond in time", async () => {
    server.answer = () => undefined;
    expect((await failure(pull({ timeout: 50 }))).message).toBe(`${server.address} did not respond within 0.05 s.`);
  });

  test("if a response contains the token, and saves nothing", async () => {
    types[0] = { name: "Ticket", description: `Bearer ${token}` };
    expect((await failure(pull())).message).toContain('"auth.google"');
  });

  test("if the service cannot be reached", async () => {
    expect((await failure(pull({ address: "http://127.0.0.1:1" }))).message).toContain("cannot be reached");
  });
});
