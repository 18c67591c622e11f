import { type Decoded, decode, decodedTree, proseTree } from "../../source/text/decode.ts";
import type { Tree } from "../../source/tree.ts";

/** The bytes of a file, or the reason why it cannot be read. Paths are relative to the project's root and use `/`. */
export type Content = Uint8Array | "absent" | "folder" | "outside" | "too-large";

/** The reasons why a file cannot be read. */
export type Unread = Exclude<Content, Uint8Array>;

/**
 * Reads and parses each file once. If a `Host` returns the same byte array again, even to another reader, the array is not parsed again.
 * Hosts must therefore never change an array that they returned.
 */
export interface ProjectReader {
  /** The first 200 bytes of a file as text; empty if the file cannot be read. */
  readonly start: (path: string) => Promise<string>;
  readonly text: (path: string) => Promise<string | Unread>;
  /** Why a file cannot be read; `undefined` if it can. */
  readonly problem: (path: string) => Promise<Unread | undefined>;
  readonly tree: (path: string) => Promise<Tree | Unread>;
  /** The tree of a file that may not belong to the project. `files` does not include such a tree. */
  readonly peek: (path: string) => Promise<Tree | Unread>;
  /** The tree of a configuration that another one extends, which may be outside of the project's root. */
  readonly configuration: (path: string) => Promise<Tree | Unread>;
  /** The tree of a file whose whole content is read as one string, such as a Markdown description. */
  readonly prose: (path: string) => Promise<Tree | Unread>;
  /** The results of `tree` and `prose`, sorted by path; `undefined` for a path that cannot be read. */
  readonly files: () => Map<string, Tree | undefined>;
}

export function createReader(read: (path: string, reach?: "repository") => Promise<Content>): ProjectReader {
  const contents = new Map<string, Promise<Content>>();
  const decoded = new Map<string, Promise<Decoded | Unread>>();
  const trees = new Map<string, Promise<Tree | Unread>>();
  const known = new Map<string, Tree | undefined>();

  const bytesOf = (path: string) => remembered(contents, path, () => read(path));
  const decodedFile = (path: string) =>
    remembered(decoded, path, async () => {
      const content = await bytesOf(path);
      return typeof content === "string" ? content : decodeOnce(content);
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
    problem: async (path) => {
      const content = await bytesOf(path);
      return typeof content === "string" ? content : undefined;
    },
    tree: (path) => treeOf(path, treeOnce),
    configuration: (path) => {
      // Its bytes are known before its tree is asked for. Inside of the root, it is a file like all others.
      if (path.startsWith("../")) remembered(contents, path, () => read(path, "repository"));
      return treeOf(path, treeOnce);
    },
    peek: async (path) => {
      const file = await decodedFile(path);
      return typeof file === "string" ? file : treeOnce(path, file);
    },
    prose: (path) => treeOf(path, proseOnce),
    files: () => new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

// These caches are shared by all readers. This is safe, because their keys, byte arrays and decoded files, never change.
const decodedContents = new WeakMap<Uint8Array, Decoded>();
const treeOnce = parsedOnce(decodedTree);
const proseOnce = parsedOnce(proseTree);

function decodeOnce(content: Uint8Array): Decoded {
  const decoded = decodedContents.get(content) ?? decode(content);
  decodedContents.set(content, decoded);
  return decoded;
}

function parsedOnce(parse: (path: string, file: Decoded) => Tree): (path: string, file: Decoded) => Tree {
  const trees = new WeakMap<Decoded, Tree>();
  return (path, file) => {
    const known = trees.get(file);
    if (known?.source.path === path) return known;
    const tree = parse(path, file);
    trees.set(file, tree);
    return tree;
  };
}

function remembered<T>(memory: Map<string, Promise<T>>, path: string, make: () => Promise<T>): Promise<T> {
  const before = memory.get(path);
  if (before !== undefined) return before;
  const now = make();
  memory.set(path, now);
  return now;
}
