import { parseBounded } from "../../runtime/response/parse-bounded.ts";
import { maxResponseBytes } from "../../runtime/response/read-bounded.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { compareText } from "../../source/text/compare.ts";
import { snapshotFormat } from "../../source/text/format-version.ts";
import { pushAll } from "../../source/text/push-all.ts";
import { Failure } from "../failure.ts";
import { rejectSecrets, type Variables, withoutSecrets } from "../variables.ts";
import { parsedAddress } from "./fetch-document.ts";
import type { Pulled } from "./pull.ts";
import { describeLimits, responseText } from "./response-text.ts";
import { compareItems } from "./snapshot-changes.ts";

/**
 * A connection of Integration Connectors, and the names of the entities and actions to fetch. If both arrays are empty, all entities and
 * actions are fetched.
 */
export interface ConnectionRequest {
  /** The resource name, such as `projects/p/locations/l/connections/c`. */
  readonly connection: string;
  readonly entities: readonly string[];
  readonly actions: readonly string[];
}

export interface ConnectionOptions {
  /** The address of the API; `undefined` for the public address. */
  readonly address: string | undefined;
  /** An access token of Google Cloud. It is a secret. */
  readonly token: string | undefined;
  readonly former: string | undefined;
  /** The timeout of one response in milliseconds. Tests set it. */
  readonly timeout?: number;
}

const defaultAddress = "https://connectors.googleapis.com";

const defaultTimeout = 30_000;

/** The maximum size of all pages of a list, in bytes. The parsed values need several times as much memory. */
const maxListBytes = 2 * maxResponseBytes;

/** The maximum number of pages of a list. An API that returns more is assumed to repeat pages. */
const maxPages = 400;

/**
 * Fetches the schemas of a connection as a snapshot. The snapshot contains the entities and actions of version 2 of the API. They are
 * sorted by name so that a diff shows only changes.
 */
export async function pullConnection(
  request: ConnectionRequest,
  { address = defaultAddress, token, former, timeout = defaultTimeout }: ConnectionOptions,
): Promise<Pulled> {
  const { connection } = request;
  if (!/^projects\/[\w.:-]+\/locations\/[\w-]+\/connections\/[\w-]+$/.test(connection))
    throw new Failure(
      `"${connection}" is not the name of a connection.`,
      "Such a name has the form projects/<project>/locations/<location>/connections/<connection>.",
    );
  if (token === undefined)
    throw new Failure(
      `The schemas of ${connection} cannot be read without an access token.`,
      'Write a token into an environment variable, for example by TOKEN="$(gcloud auth print-access-token)", and add --auth google=env:TOKEN.',
    );
  const base = new URL(`v2/${connection}/`, `${parsedAddress(address).href.replace(/\/+$/, "")}/`);
  const api: Api = { base, connection, variables: new Map([["auth.google", token]]), token, timeout };
  const isAll = request.entities.length === 0 && request.actions.length === 0;
  const entityTypes = await fetchItems(isAll ? undefined : request.entities, entityLists, api);
  const actions = await fetchItems(isAll ? undefined : request.actions, actionLists, api);
  const snapshot = { formatVersion: snapshotFormat, connection, entityTypes, actions };
  const text = `${JSON.stringify(snapshot, null, 2)}\n`;
  rejectSecrets(text, api.variables);
  const [problem] = parseTree({ path: "snapshot.json", text }).problems;
  if (problem !== undefined)
    throw new Failure(`The connection's schemas cannot be saved: ${problem.reason}`, "Contact the owner of the connection.");
  const before = former === undefined ? undefined : parseTree({ path: "snapshot.json", text: former }).data;
  return { text, moved: compareItems(itemsOf(before), itemsOf(snapshot)) };
}

/**
 * A collection of the API: its path, the member of a response that contains its items, a name for messages, and the views with all fields
 * or with names only.
 */
interface Collection {
  readonly path: string;
  readonly member: string;
  readonly what: string;
  readonly full: string;
  readonly brief: string;
}

const entityLists: Collection = {
  path: "entityTypes",
  member: "types",
  what: "entity",
  full: "ENTITY_TYPE_VIEW_FULL",
  brief: "ENTITY_TYPE_VIEW_BASIC",
};
const actionLists: Collection = {
  path: "actions",
  member: "actions",
  what: "action",
  full: "ACTION_VIEW_FULL",
  brief: "ACTION_VIEW_BASIC",
};

interface Api {
  readonly base: URL;
  /** The full name of the connection. */
  readonly connection: string;
  readonly token: string;
  readonly timeout: number;
  /** The secrets that no message may contain. */
  readonly variables: Variables;
}

/** Fetches the items with these names, or all items of a collection if `names` is `undefined`, and sorts them by name. */
async function fetchItems(names: readonly string[] | undefined, lists: Collection, api: Api): Promise<JsonObject[]> {
  const found = names === undefined ? await fetchAll(lists.full, lists, api) : await fetchNamed(names, lists, api);
  return found.map(withoutVolatileFields).sort((a, b) => compareText(nameOf(a), nameOf(b)));
}

async function fetchNamed(names: readonly string[], lists: Collection, api: Api): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for (const name of [...new Set(names)]) {
    const { data: item } = await get(new URL(`${lists.path}/${encodeURIComponent(name)}`, api.base), api);
    if (isObject(item)) found.push({ ...item, name });
    else throw await unknownName(name, lists, api);
  }
  return found;
}

async function unknownName(name: string, lists: Collection, api: Api): Promise<Failure> {
  const known = (await fetchAll(lists.brief, lists, api)).map(nameOf);
  return new Failure(
    `The connection has no ${lists.what} "${name}".`,
    known.length === 0 ? `It has no ${lists.path}.` : `It has ${known.slice(0, 20).join(", ")}${known.length > 20 ? " and others" : ""}.`,
  );
}

async function fetchAll(view: string, { path, member: list }: Collection, api: Api): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  const seen = new Set<string>();
  let size = 0;
  for (let pageToken = ""; ; ) {
    const url = new URL(path, api.base);
    url.search = new URLSearchParams({ view, pageSize: "100", ...(pageToken === "" ? {} : { pageToken }) }).toString();
    const { data: page, length } = await get(url, api);
    if (page === undefined)
      throw new Failure(
        `${url.host} has no connection "${api.connection}".`,
        "Check its name, and that the account of the token has access to it.",
      );
    // proto3 JSON omits empty arrays.
    const items = member(page, list) ?? [];
    if (!isObject(page) || !isArray(items) || !items.every((item) => isObject(item) && nameOf(item) !== ""))
      throw new Failure(`The response of ${url.host} is not a list of ${path}.`, "Check the address.");
    pushAll(found, items.filter(isObject));
    size += length;
    if (size > maxListBytes)
      throw new Failure(
        `The connection's ${path} have more than ${maxListBytes} bytes.`,
        "List the entity types and actions that are needed under `connectorActions`; then only these are fetched.",
      );
    const next = member(page, "nextPageToken");
    if (typeof next !== "string" || next === "") return found;
    if (seen.has(next) || seen.size >= maxPages)
      throw new Failure(
        `The list of the connection's ${path} has more than ${maxPages} pages, or repeats one.`,
        "Contact the operator of the API.",
      );
    seen.add(next);
    pageToken = next;
  }
}

interface ApiResponse {
  /** `undefined` if the API has no such item (status 404). */
  readonly data: Json | undefined;
  /** The size of the response in bytes. */
  readonly length: number;
}

async function get(url: URL, { token, variables, timeout }: Api): Promise<ApiResponse> {
  const signal = AbortSignal.timeout(timeout);
  let status: number;
  let text: string;
  try {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    const response = await fetch(url, { redirect: "manual", signal, headers });
    status = response.status;
    text = await responseText(response, url, { bytes: maxResponseBytes, signal });
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof Error && error.name === "TimeoutError")
      throw new Failure(`${url.origin} did not respond within ${timeout / 1000} s.`, "Try again later.");
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Failure(`${url.origin} cannot be reached: ${withoutSecrets(reason, variables)}.`, "Check the address and your network.");
  }
  const length = Buffer.byteLength(text);
  if (status === 404) return { data: undefined, length };
  const data = await describeLimits(url, () => parsed(text));
  if (status < 200 || status > 299) {
    const message = member(member(data, "error"), "message");
    const reason = typeof message === "string" ? `: ${withoutSecrets(message, variables).slice(0, 300)}` : "";
    throw new Failure(
      `${url.host} responded with status ${status}${reason}`,
      status === 401 || status === 403
        ? "The token must not have expired, and must belong to a Google Cloud account that may use the connection (roles/connectors.invoker)."
        : "Check the connection's name and whether it is active.",
    );
  }
  if (data === undefined) throw new Failure(`The response of ${url.host} is not JSON.`, "Check the address.");
  return { data, length };
}

/** Parses JSON; `undefined` if the text is not JSON. */
function parsed(text: string): Json | undefined {
  try {
    return parseBounded(text.replace(/^\ufeff/, "")) as Json; // `JSON.parse` returns only JSON values.
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes the field `metadata` from an item, since it differs in each response. */
function withoutVolatileFields({ metadata: _ofResponse, ...item }: JsonObject): JsonObject {
  return item;
}

function itemsOf(snapshot: Json | undefined): ReadonlyMap<string, JsonObject> {
  return new Map(
    ["entityTypes", "actions"].flatMap((list) => {
      const items = member(snapshot, list);
      return isArray(items) ? items.filter(isObject).map((item): [string, JsonObject] => [`${list}/${nameOf(item)}`, item]) : [];
    }),
  );
}

/** The name of an item. Snapshots of version 1 of the API have the name in the field `entity` or `action`. */
function nameOf(item: JsonObject): string {
  const name = item.name ?? item.entity ?? item.action;
  return typeof name === "string" ? (name.split("/").at(-1) ?? "") : "";
}
