import { isRecord, type UnknownRecord } from "../json.ts";
import { maxResponseBytes, ResponseLimitError } from "../response/read-bounded.ts";
import { ExchangeFailure } from "./exchange.ts";
import { headerPlaces } from "./parameter-headers.ts";

/** A tool as the server lists it now. */
export interface ServerTool {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: { readonly [hint: string]: unknown };
}

export type ServerTools = ReadonlyMap<string, ServerTool>;

/** The list of a server's tools, read when it is first needed and whenever it may have changed since. */
export interface ToolList {
  current(): Promise<ServerTools>;
  /** The list that was read last, however long ago; `undefined` if none was. */
  known(): Promise<ServerTools | undefined>;
  /** The server said that its list has changed. */
  forget(): void;
}

/** Where a list comes from. */
export interface ListSource {
  /** Asks for a page. */
  readonly ask: (params: object) => Promise<unknown>;
  /** Whether the server can say that its list has changed. */
  readonly isHeard: () => boolean;
  /** Whether the server speaks a revision without sessions, in which it says itself how long its list is good. */
  readonly isStateless: boolean;
}

/** A server of an older revision that cannot say that its list changed is asked again after this time, in milliseconds. */
const longestTrust = 60_000;

/** Milliseconds; nobody's word is taken for longer. */
const longestLife = 24 * 3600 * 1000;

/** Pages of one list; a server that gives more is taken to go in circles. */
const mostPages = 200;

/** Characters of all pages of one list. No model could be offered what is more. */
const maxListText = maxResponseBytes;

interface Reading {
  readonly tools: Promise<ServerTools>;
  /** When it is read again, by the clock of this machine; `undefined` while it is being read. */
  staleAt: number | undefined;
}

export function createToolList(source: ListSource): ToolList {
  let reading: Reading | undefined;

  function begin(): Reading {
    const list = readAll(source);
    const begun: Reading = { tools: list.then(({ tools }) => tools), staleAt: undefined };
    list.then(
      ({ life }) => {
        begun.staleAt = Date.now() + life;
      },
      () => {
        if (reading === begun) reading = undefined;
      },
    );
    return begun;
  }

  return {
    current() {
      const isStale = reading?.staleAt !== undefined && Date.now() >= reading.staleAt && !source.isHeard();
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

async function readAll({ ask, isStateless }: ListSource): Promise<{ readonly tools: ServerTools; readonly life: number }> {
  const tools = new Map<string, ServerTool>();
  let life = isStateless ? longestLife : longestTrust;
  for await (const { listed, page } of readPages(ask)) {
    for (const tool of listed) {
      const { name, inputSchema, outputSchema, annotations } = tool;
      if (typeof name !== "string" || (isStateless && isUncallable(tool))) continue;
      tools.set(name, { name, inputSchema, outputSchema, annotations: isRecord(annotations) ? annotations : {} });
    }
    // MCP 2026-07-28, Caching: without a word of it, the list is stale at once.
    if (isStateless) life = Math.min(life, typeof page["ttlMs"] === "number" ? Math.max(0, page["ttlMs"]) : 0);
  }
  return { tools, life };
}

/** MCP 2026-07-28, Transports: a tool that names headers against the rules, which no client may call over HTTP. */
export function isUncallable({ inputSchema }: UnknownRecord): boolean {
  return headerPlaces(inputSchema) === undefined;
}

/** All pages of a server's list, each with the tools that it has. */
export async function* readPages(
  ask: ListSource["ask"],
): AsyncGenerator<{ readonly listed: readonly UnknownRecord[]; readonly page: UnknownRecord }> {
  const seen = new Set<string>();
  let size = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await ask(cursor === undefined ? {} : { cursor });
    if (!isRecord(page) || !Array.isArray(page["tools"])) throw notMcp("The server's answer to tools/list is no list of tools.");
    size += JSON.stringify(page).length;
    if (size > maxListText)
      throw new ResponseLimitError("response-too-large", `has more than ${maxListText} characters on all of its pages`, maxListText);
    yield { listed: page["tools"].filter(isRecord), page };
    const next = page["nextCursor"];
    if (typeof next !== "string" || next === "") return;
    if (seen.has(next) || seen.size >= mostPages)
      throw notMcp(`The server's list of tools does not end: after ${seen.size + 1} pages it goes on.`);
    seen.add(next);
    cursor = next;
  }
}

function notMcp(message: string): ExchangeFailure {
  return new ExchangeFailure("invalid-answer", message, {});
}
