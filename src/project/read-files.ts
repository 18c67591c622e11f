import { parseTree, type Tree } from "../source/tree.ts";

/** What the world gives for a path, which is relative to the project's root and uses `/`. */
export type Content = Uint8Array | "absent" | "folder" | "outside" | "too-large";

/** Why there is no tree for a path. */
export type Unread = Exclude<Content, Uint8Array>;

/** What reading gave, each file once, however many places want it. */
export interface Reader {
  readonly text: (path: string) => Promise<string | Unread>;
  readonly tree: (path: string) => Promise<Tree | Unread>;
  /** Every path that was parsed or found missing, in an order that does not depend on the disk. */
  readonly files: () => Map<string, Tree | undefined>;
}

interface Decoded {
  readonly text: string;
  /** Why the bytes are not text in UTF-8, where they are not. */
  readonly fault: string | undefined;
}

export function createReader(read: (path: string) => Promise<Content>): Reader {
  const decoded = new Map<string, Promise<Decoded | Unread>>();
  const trees = new Map<string, Promise<Tree | Unread>>();
  const known = new Map<string, Tree | undefined>();

  const decodedFile = (path: string) =>
    remembered(decoded, path, async () => {
      const content = await read(path);
      return typeof content === "string" ? content : decode(content);
    });
  return {
    text: async (path) => {
      const file = await decodedFile(path);
      return typeof file === "string" ? file : file.text;
    },
    tree: (path) =>
      remembered(trees, path, async () => {
        const file = await decodedFile(path);
        const tree = typeof file === "string" ? file : treeOf(path, file);
        known.set(path, typeof tree === "string" ? undefined : tree);
        return tree;
      }),
    files: () => new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function remembered<T>(memory: Map<string, Promise<T>>, path: string, make: () => Promise<T>): Promise<T> {
  const before = memory.get(path);
  if (before !== undefined) return before;
  const now = make();
  memory.set(path, now);
  return now;
}

/** A byte order mark stays in the text, so that edits give back the same bytes. */
function decode(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return { text: "", fault: "it is written in UTF-16." };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), fault: undefined };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), fault: "it holds bytes that are not UTF-8." };
  }
}

function treeOf(path: string, { text, fault }: Decoded): Tree {
  if (fault === undefined) return parseTree({ path, text });
  const at = Math.max(0, text.indexOf("\ufffd"));
  const range = { start: at, end: Math.min(at + 1, text.length) };
  return {
    ...parseTree({ path, text: "" }),
    source: { path, text },
    data: undefined,
    problems: [{ code: "not-utf-8", reason: fault, path: [], range }],
  };
}
