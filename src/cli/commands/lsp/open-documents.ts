import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSameOrWithin } from "../../../host/output-folder.ts";
import type { Content } from "../../../project/files/read-files.ts";
import type { Host } from "../../../project/load.ts";
import { largestFile } from "../../../source/text/largest-file.ts";
import { slashed } from "../../terminal.ts";

/** The documents that are open in the editor, by absolute path. They may contain unsaved changes. */
export type OpenDocuments = ReadonlyMap<string, TextDocument>;

/** The absolute path of a `file:` URI; `undefined` for any other URI, such as that of an unnamed document. */
export function pathOfUri(uri: string): string | undefined {
  try {
    const path = resolve(fileURLToPath(uri));
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The URI of a file. If the file is open in the editor, returns exactly the URI that the editor has sent. */
export function uriOfPath(path: string, documents: OpenDocuments): string {
  return documents.get(path)?.uri ?? pathToFileURL(path).href;
}

/** A host that reads the documents that are open in the editor instead of their files. */
export function preferOpen(disk: Host, root: string, documents: OpenDocuments): Host {
  const pathOf = (file: string) => slashed(relative(root, file));
  return {
    read: async (path, reach) => {
      const file = join(root, path);
      const document = isSameOrWithin(file, root) || reach !== undefined ? documents.get(file) : undefined;
      return document === undefined ? disk.read(path, reach) : contentOf(document, () => disk.read(path, reach));
    },
    list: async () => {
      const unsaved = [...documents.keys()].filter((file) => isSameOrWithin(file, root) && !existsSync(file));
      return [...(await disk.list()), ...unsaved.map(pathOf)];
    },
  };
}

/**
 * The content of each document. For the same version of a document, the loader gets the same array, so that it parses the document only
 * once.
 */
const contents = new WeakMap<TextDocument, { readonly version: number; readonly content: Content }>();

async function contentOf(document: TextDocument, read: () => Promise<Content>): Promise<Content> {
  const known = contents.get(document);
  if (known?.version === document.version) return known.content;
  const { version } = document;
  const bytes = new TextEncoder().encode(document.getText());
  const saved = await read();
  // A document without unsaved changes has the bytes of its file, which the loader may have parsed already.
  const isSaved = typeof saved !== "string" && Buffer.compare(saved, bytes) === 0;
  const content = isSaved ? saved : bytes.length > largestFile ? "too-large" : bytes;
  contents.set(document, { version, content });
  return content;
}
