import { isRecord, type UnknownRecord } from "../json.ts";
import { maxResponseBytes, ResponseLimitError } from "../response/read-bounded.ts";
import { ExchangeFailure } from "./exchange.ts";
import { headerLocations } from "./parameter-headers.ts";

/** A tool in the current tool list of a server. */
export interface ServerTool {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: { readonly [hint: string]: unknown };
  /** The tool as the server sent it. */
  readonly listed: UnknownRecord;
}

export type ServerTools = ReadonlyMap<string, ServerTool>;

/** The tool list of a server. It is read when it is first needed, and again when it may have changed. */
export interface ToolList {
  current(): Promise<ServerTools>;
  /** Returns the tool list that was read last, even if it is stale; `undefined` if no list was read. */
  known(): Promise<ServerTools | undefined>;
  /** Discards the tool list. This is called when the server notifies that the list has changed. */
  forget(): void;
}

/** The source of a tool list. */
export interface ListSource {
  /** Requests a page of the tool list. */
  readonly readPage: (params: object) => Promise<unknown>;
  /** Whether the client currently receives notifications of changes. */
  readonly isNotified: () => boolean;
  /** Whether the server uses a revision of MCP without sessions. In such a revision, a tool list has a `ttlMs`. */
  readonly isStateless: boolean;
}

/** How long a tool list is used, in milliseconds, if the revision of MCP has sessions and the server sends no notifications of changes. */
const defaultMaxAge = 60_000;

/** The maximum time for which a tool list is used, in milliseconds, even if its `ttlMs` is longer. */
const maxAgeLimit = 24 * 3600 * 1000;

/** The maximum pages of one tool list. If a server sends more pages, its list probably never ends. */
const maxPages = 200;

/** The maximum characters of all pages of one tool list together. No model accepts more. */
const maxListText = maxResponseBytes;

interface CachedList {
  readonly tools: Promise<ServerTools>;
  /** The time in milliseconds, by the local clock, after which the tool list is read again; `undefined` while the list is being read. */
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
    // A tool list without `ttlMs` is stale at once (MCP 2026-07-28, Caching).
    if (isStateless) maxAge = Math.min(maxAge, typeof page["ttlMs"] === "number" ? Math.max(0, page["ttlMs"]) : 0);
  }
  return { tools, maxAge };
}

/**
 * Whether the header names in a tool's input schema violate the rules of MCP 2026-07-28, Transports, so that clients must not call the tool
 * over HTTP.
 */
export function isUncallable({ inputSchema }: UnknownRecord): boolean {
  return headerLocations(inputSchema) === undefined;
}

/** Reads all pages of a server's tool list, and yields each page with its tools. */
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
