import { type Decoded, decode, decodedTree, proseTree } from "../source/decode.ts";
import type { Tree } from "../source/tree.ts";

/** What the world gives for a path, which is relative to the project's root and uses `/`. */
export type Content = Uint8Array | "absent" | "folder" | "outside" | "too-large";

/** Why there is no tree for a path. */
export type Unread = Exclude<Content, Uint8Array>;

/** What reading gave, each file once, however many places want it. */
export interface ProjectReader {
  /** The first characters of a file, which cost less than all of them; empty where there is no text. */
  readonly start: (path: string) => Promise<string>;
  readonly text: (path: string) => Promise<string | Unread>;
  readonly tree: (path: string) => Promise<Tree | Unread>;
  /** A file that is one text as it stands, such as a description. */
  readonly prose: (path: string) => Promise<Tree | Unread>;
  /** Every path that was parsed or found missing, in an order that does not depend on the disk. */
  readonly files: () => Map<string, Tree | undefined>;
}

export function createReader(read: (path: string) => Promise<Content>): ProjectReader {
  const contents = new Map<string, Promise<Content>>();
  const decoded = new Map<string, Promise<Decoded | Unread>>();
  const trees = new Map<string, Promise<Tree | Unread>>();
  const known = new Map<string, Tree | undefined>();

  const bytesOf = (path: string) => remembered(contents, path, () => read(path));
  const decodedFile = (path: string) =>
    remembered(decoded, path, async () => {
      const content = await bytesOf(path);
      return typeof content === "string" ? content : decode(content);
    });
  const treeOf = (path: string, parse: (path: string, file: Decoded) => Tree) =>
    remembered(trees, path, async () => {
      const file = await decodedFile(path);
      const tree = typeof file === "string" ? file : parse(path, file);
      known.set(path, typeof tree === "string" ? undefined : tree);
      return tree;
    });
  return {
    start: async (path) => {
      const content = await bytesOf(path);
      return typeof content === "string" ? "" : new TextDecoder().decode(content.subarray(0, 200));
    },
    text: async (path) => {
      const file = await decodedFile(path);
      return typeof file === "string" ? file : file.text;
    },
    tree: (path) => treeOf(path, decodedTree),
    prose: (path) => treeOf(path, proseTree),
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
