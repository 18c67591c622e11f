/** How much was omitted from a value. */
export interface OmittedCounts {
  items: number;
  members: number;
  /** The number of characters that were omitted from strings. */
  characters: number;
  files: number;
}

/** A JSON value and the bytes of its compact JSON text in UTF-8. */
type Node =
  | { readonly kind: "plain"; readonly value: unknown; readonly size: number }
  | { readonly kind: "string"; readonly value: string; readonly size: number }
  | { readonly kind: "array"; readonly items: readonly Node[]; readonly size: number }
  | { readonly kind: "object"; readonly members: readonly Member[]; readonly size: number };

interface Member {
  readonly name: string;
  readonly value: Node;
  /** The bytes of the member's name, colon and comma. */
  readonly frame: number;
}

interface Cut {
  readonly value: unknown;
  readonly size: number;
}

/** A value at this depth is kept or omitted as a whole. */
const maxDepth = 100;

/**
 * The minimum bytes for each member of an object. With fewer bytes, members are not shortened, but the last members are omitted, like the
 * last items of an array.
 */
const minShare = 32;

const ellipsis = "…";
const ellipsisBytes = 3;

/**
 * Shortens a JSON value so that its compact text has at most `budget` bytes; `{}` if nothing fits. The contents of files are omitted first,
 * since they are useless to a model. Then the members of an object share the bytes, so that a long member does not displace short ones
 * after it. Arrays lose their last items, and strings their ends. Takes linear time, except for sorting members.
 */
export function cutValue(json: unknown, budget: number): { readonly value: unknown; readonly omitted: OmittedCounts } {
  const omitted: OmittedCounts = { items: 0, members: 0, characters: 0, files: 0 };
  const cut = fitNode(measure(json, 0, omitted), budget, omitted);
  return { value: cut?.value ?? {}, omitted };
}

/** Shortens an object as `cutValue` does. The result is an object too. */
export function cutObject(json: object, budget: number): { readonly value: object; readonly omitted: OmittedCounts } {
  const { value, omitted } = cutValue(json, budget);
  return { value: value as object, omitted }; // The cast is safe: `cutValue` returns an object for an object.
}

/** The bytes of `text` in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The bytes of the compact JSON of the string `text`. RFC 8259 §7; lone surrogates are written as escapes. */
export function jsonBytes(text: string): number {
  let size = 2;
  for (let at = 0; at < text.length; at += 1) {
    const bytes = unitBytes(text, at);
    size += bytes;
    if (bytes === 4) at += 1;
  }
  return size;
}

/** The bytes in JSON of the character that begins at `at`. The number is 4 only for a surrogate pair. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x20) return unit === 8 || unit === 9 || unit === 10 || unit === 12 || unit === 13 ? 2 : 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  return isPair(text, at) ? 4 : 6;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** Computes the sizes of a value and of all values in it, and omits the contents of files. */
function measure(value: unknown, depth: number, omitted: OmittedCounts): Node {
  if (typeof value === "string") return { kind: "string", value, size: jsonBytes(value) };
  if (typeof value !== "object" || value === null) return { kind: "plain", value, size: JSON.stringify(value).length };
  if (depth >= maxDepth) return { kind: "plain", value, size: utf8Length(JSON.stringify(value)) };
  if (Array.isArray(value)) {
    const items = value.map((item) => measure(item, depth + 1, omitted));
    return { kind: "array", items, size: items.reduce((sum, item) => sum + item.size + 1, items.length === 0 ? 2 : 1) };
  }
  const bytes = bytesMember(value);
  const members = Object.entries(value).map(([name, member]): Member => {
    if (name === bytes && member !== "") omitted.files += 1;
    const node = measure(name === bytes ? "" : member, depth + 1, omitted);
    return { name, value: node, frame: jsonBytes(name) + 2 };
  });
  return {
    kind: "object",
    members,
    size: members.reduce((sum, { value: { size }, frame }) => sum + size + frame, members.length === 0 ? 2 : 1),
  };
}

/** The name of the member that contains the bytes of a file, or of an MCP image, audio or resource block; `undefined` for other objects. */
function bytesMember(value: object): string | undefined {
  const has = (name: string) => typeof Reflect.get(value, name) === "string";
  if (has("base64")) {
    const isFile = Object.keys(value).every((name) => name === "base64" || name === "mediaType" || name === "filename");
    return isFile ? "base64" : undefined;
  }
  const type: unknown = Reflect.get(value, "type");
  if ((type === "image" || type === "audio") && has("mimeType") && has("data")) return "data";
  return has("blob") && has("uri") ? "blob" : undefined;
}

/** Shortens `node` to `budget` bytes; `undefined` if nothing fits. */
function fitNode(node: Node, budget: number, omitted: OmittedCounts): Cut | undefined {
  if (node.size <= budget) return { value: wholeValue(node), size: node.size };
  // No cut value is shorter than two bytes.
  if (budget < 2) return undefined;
  switch (node.kind) {
    case "plain":
      return undefined;
    case "string":
      return fitString(node.value, budget, omitted);
    case "array":
      return fitArray(node.items, budget, omitted);
    case "object":
      return node.members.length * minShare > budget
        ? fitMembersInOrder(node.members, budget, omitted)
        : fitMembersByShare(node.members, budget, omitted);
  }
}

function wholeValue(node: Node): unknown {
  switch (node.kind) {
    case "plain":
    case "string":
      return node.value;
    case "array":
      return node.items.map(wholeValue);
    case "object":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, wholeValue(value)]));
  }
}

function fitString(text: string, budget: number, omitted: OmittedCounts): Cut | undefined {
  if (budget <= 2 + ellipsisBytes) return undefined;
  let size = 2 + ellipsisBytes;
  let end = 0;
  while (end < text.length) {
    const bytes = unitBytes(text, end);
    if (size + bytes > budget) break;
    size += bytes;
    end += bytes === 4 ? 2 : 1;
  }
  end = startOfCharacter(text, end);
  omitted.characters += text.length - end;
  const value = `${text.slice(0, end)}${ellipsis}`;
  return { value, size: jsonBytes(value) };
}

/** The start of the grapheme at `at`: an emoji may have many code points. */
function startOfCharacter(text: string, at: number): number {
  return new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text).containing(at)?.index ?? at;
}

/** Keeps the first items of an array that fit. */
function fitArray(items: readonly Node[], budget: number, omitted: OmittedCounts): Cut {
  const cuts = firstCuts(
    items.map((value) => ({ value, frame: 1 })),
    budget - 1,
    omitted,
  );
  omitted.items += items.length - cuts.length;
  return { value: cuts.map(({ value }) => value), size: Math.max(sizeOf(cuts), 2) };
}

/** Keeps the first members of an object that fit. */
function fitMembersInOrder(members: readonly Member[], budget: number, omitted: OmittedCounts): Cut {
  const cuts = firstCuts(members, budget - 1, omitted);
  omitted.members += members.length - cuts.length;
  return {
    value: Object.fromEntries(cuts.map(({ value }, index) => [members[index]?.name, value])),
    size: Math.max(sizeOf(cuts), 2),
  };
}

/**
 * The first items or members that fit into `budget`, each with `frame`, the size of its key and separator. The next one is cut and included
 * if more than half of the budget is unused.
 */
function firstCuts(parts: readonly { readonly value: Node; readonly frame: number }[], budget: number, omitted: OmittedCounts): Cut[] {
  const cuts: Cut[] = [];
  let room = budget;
  for (const { value, frame } of parts) {
    const isWhole = value.size + frame <= room;
    if (!isWhole && room * 2 < budget) break;
    const cut = fitNode(value, room - frame, omitted);
    if (cut === undefined) break;
    cuts.push({ value: cut.value, size: cut.size + frame });
    room -= cut.size + frame;
    if (!isWhole) break;
  }
  return cuts;
}

/**
 * The total bytes of items or members with the brackets around them. The opening bracket adds 1; the closing bracket replaces the last
 * comma.
 */
function sizeOf(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, { size }) => sum + size, 1);
}

/** Shortens the members of an object. Each member gets an equal share of the bytes, and longer members get what shorter ones do not use. */
function fitMembersByShare(members: readonly Member[], budget: number, omitted: OmittedCounts): Cut {
  const shortestFirst = [...members].sort((a, b) => a.value.size + a.frame - (b.value.size + b.frame));
  const cuts = new Map<Member, Cut>();
  let size = 1;
  for (const [rank, member] of shortestFirst.entries()) {
    const share = Math.floor((budget - size) / (members.length - rank));
    const cut = fitNode(member.value, share - member.frame, omitted);
    if (cut === undefined) omitted.members += 1;
    else {
      cuts.set(member, cut);
      size += cut.size + member.frame;
    }
  }
  const kept = members.flatMap((member) => {
    const cut = cuts.get(member);
    return cut === undefined ? [] : [[member.name, cut.value] as const];
  });
  return { value: Object.fromEntries(kept), size: Math.max(size, 2) };
}
