import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import type { Tool } from "toolsetc/runtime";
import { files, isKeptFile } from "toolsetc/runtime/files";

/** The same tools for a model, which may send the files of a folder, and the files that it has downloaded. */
export function sendingFrom<const Tools extends readonly Tool[]>(folder: string, tools: Tools): Tools {
  return files({ folders: [folder] }).bind(tools);
}

/** Writes the file that a tool downloads, however large it is. */
export async function saveDownload(tool: Tool, input: object, path: string): Promise<void> {
  const own = files({ maxBytes: 8 * 2 ** 30 });
  try {
    const [bound] = own.bind([tool]);
    const result = await bound.execute(input, { deadline: 600_000 });
    if (!isKeptFile(result)) throw new Error("The download is small: its bytes are in the result.");
    const file = await own.open(result);
    await file.stream().pipeTo(Writable.toWeb(createWriteStream(path)));
  } finally {
    await own.close();
  }
}
