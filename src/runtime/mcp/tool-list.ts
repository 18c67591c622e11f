import { isRecord, type UnknownRecord } from "../json.ts";
import { maxResponseBytes, ResponseLimitError } from "../response/read-bounded.ts";
import { ExchangeFailure } from "./exchange.ts";
import { headerLocations } from "./parameter-headers.ts";

/** A tool in a server's current list. */
export interface ServerTool {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: { readonly [hint: string]: unknown };
  /** The tool as the server sent it. */
  readonly listed: UnknownRecord;
}

export type ServerTools = ReadonlyMap<string, ServerTool>;

/** The list of a server's tools. It is read when it is first needed, and again when it may have changed. */
export interface ToolList {
  current(): Promise<ServerTools>;
  /** The list that was read last, even if it is stale; `undefined` if none was read. */
  known(): Promise<ServerTools | undefined>;
  /** Discards the list, after the server's notification that it has changed. */
  forget(): void;
}

/** The source of a list. */
export interface ListSource {
  /** Requests a page. */
  readonly readPage: (params: object) => Promise<unknown>;
  /** Whether notifications of changes are received. */
  readonly isNotified: () => boolean;
  /** Whether the server uses a revision of MCP without sessions. In such a revision, lists have a `ttlMs`. */
  readonly isStateless: boolean;
}

/** How long a list is used in revisions of MCP with sessions, if the server does not notify of changes, in milliseconds. */
const defaultMaxAge = 60_000;

/** The maximum time for which a list is used, in milliseconds, whatever its `ttlMs` is. */
const maxAgeLimit = 24 * 3600 * 1000;

/** The maximum pages of one list. A server that sends more probably never ends the list. */
const maxPages = 200;

/** The maximum characters of all pages of one list. No model accepts more. */
const maxListText = maxResponseBytes;

interface CachedList {
  readonly tools: Promise<ServerTools>;
  /** The time after which the list is read again, by the local clock. `undefined`: the list is still being read. */
  staleAt: number | undefined;
}

export function createToolList(source: ListSource): ToolList {
  let reading: CachedList | undefined;

  function begin(): CachedList {
    const list = readAll(source);
    const started: CachedList = { tools: list.then(({ tools }) => tools), staleAt: undefined };
    list.then(
      ({ maxAge }) => {
        started.staleAt = Date.now() + maxAge;
      },
      () => {
        if (reading === started) reading = undefined;
      },
    );
    return started;
  }

  return {
    current() {
      const isStale = reading?.staleAt !== undefined && Date.now() >= reading.staleAt && !source.isNotified();
      if (isStale) reading = undefined;
      reading ??= begin();
      return reading.tools;
    },
    known: async () => reading?.tools,
    forget() {
      reading = undefined;
    },
  };
}

async function readAll({ readPage, isStateless }: ListSource): Promise<{ readonly tools: ServerTools; readonly maxAge: number }> {
  const tools = new Map<string, ServerTool>();
  let maxAge = isStateless ? maxAgeLimit : defaultMaxAge;
  for await (const { listed, page } of readPages(readPage)) {
    for (const tool of listed) {
      const { name, inputSchema, outputSchema, annotations } = tool;
      if (typeof name !== "string" || (isStateless && isUncallable(tool))) continue;
      tools.set(name, { name, inputSchema, outputSchema, annotations: isRecord(annotations) ? annotations : {}, listed: tool });
    }
    // MCP 2026-07-28, Caching: without `ttlMs`, the list is stale at once.
    if (isStateless) maxAge = Math.min(maxAge, typeof page["ttlMs"] === "number" ? Math.max(0, page["ttlMs"]) : 0);
  }
  return { tools, maxAge };
}

/** Whether the parameter headers of a tool violate the rules of MCP 2026-07-28, Transports, so that clients must not call it over HTTP. */
export function isUncallable({ inputSchema }: UnknownRecord): boolean {
  return headerLocations(inputSchema) === undefined;
}

/** Reads all pages of a server's list. Yields the tools of each. */
export async function* readPages(
  readPage: ListSource["readPage"],
): AsyncGenerator<{ readonly listed: readonly UnknownRecord[]; readonly page: UnknownRecord }> {
  const seen = new Set<string>();
  let size = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor === undefined ? {} : { cursor });
    if (!isRecord(page) || !Array.isArray(page["tools"])) throw invalidList("The server's response to tools/list is not a list of tools.");
    size += JSON.stringify(page).length;
    if (size > maxListText)
      throw new ResponseLimitError("response-too-large", `to tools/list has more than ${maxListText} characters in total`, maxListText);
    yield { listed: page["tools"].filter(isRecord), page };
    const next = page["nextCursor"];
    if (typeof next !== "string" || next === "") return;
    if (seen.has(next) || seen.size >= maxPages) throw invalidList(`The server's list of tools does not end after ${seen.size + 1} pages.`);
    seen.add(next);
    cursor = next;
  }
}

function invalidList(message: string): ExchangeFailure {
  return new ExchangeFailure("invalid-response", message, {});
}
