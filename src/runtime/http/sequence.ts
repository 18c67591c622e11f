import type { ResponseBinding } from "../binding.ts";
import { checkBounded, parseBounded } from "../response/parse-bounded.ts";
import { overLimit } from "../response/read-bounded.ts";
import { essence } from "./media-type.ts";

/** The maximum lines of one response. The limit on bytes alone would allow millions of items of one byte. */
const maxLines = 200_000;

/**
 * Parses the items of a sequential media type (OpenAPI 3.2 §4.14.3): server-sent events, or JSON texts that are separated by line breaks or
 * record separators.
 */
export function parseSequence(text: string, contentType: string, body: ResponseBinding["body"]): unknown[] {
  if (essence(contentType) === "text/event-stream") {
    return body === "event-data" ? eventData(text) : body === "event-text" ? eventTexts(text) : parseEvents(text);
  }
  checkLines(text);
  // The text is checked before it is split, since the limit on the number of values applies to all items together.
  checkBounded(text);
  return text
    .split(essence(contentType).endsWith("json-seq") ? "\u001e" : /\r?\n/)
    .filter((record) => record.trim() !== "")
    .map((record): unknown => parseBounded(record));
}

/** The `data` of each event in a stream, up to the event `[DONE]`, with which services of language models end a stream. */
function eventTexts(text: string): string[] {
  const texts = parseEvents(text).map(({ data }) => String(data));
  const end = texts.indexOf("[DONE]");
  return end === -1 ? texts : texts.slice(0, end);
}

/** The `data` of the events: parsed JSON, or a string if it is not JSON. */
function eventData(text: string): unknown[] {
  const texts = eventTexts(text);
  // All texts are checked together, since the limit on the number of values applies to all events together.
  checkBounded(texts.join());
  return texts.map((each): unknown => {
    try {
      return JSON.parse(each);
    } catch {
      return each;
    }
  });
}

function parseEvents(text: string): { [field: string]: unknown }[] {
  checkLines(text);
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n\n")
    .map(parseEvent)
    .filter((event) => event !== undefined);
}

function checkLines(text: string): void {
  let lines = 0;
  for (const end of ["\n", "\r", "\u001e"]) {
    for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) {
      if (++lines > maxLines) throw overLimit(maxLines, "lines");
    }
  }
}

/** Parses an event (WHATWG HTML §9.2.6). The result is `undefined` if the event has no `data`: clients ignore such an event. */
function parseEvent(block: string): { [field: string]: unknown } | undefined {
  const fields = new Map<string, string>();
  for (const line of block.replace(/^\ufeff/, "").split("\n")) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (!isField(name, value)) continue;
    const before = name === "data" ? fields.get(name) : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  if (!fields.has("data")) return undefined;
  return Object.fromEntries([...fields].map(([name, value]) => [name, name === "retry" ? Number(value) : value]));
}

/** Whether a field of an event is known and its value is valid. Other fields are ignored. */
function isField(name: string, value: string): boolean {
  if (name === "id") return !value.includes("\0");
  if (name === "retry") return /^\d+$/.test(value);
  return name === "data" || name === "event";
}
