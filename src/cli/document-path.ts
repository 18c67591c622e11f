import { readPlainFile } from "../host/plain-file.ts";
import { decode, decodedTree } from "../source/decode.ts";
import { member } from "../source/json.ts";
import { isExistingFile } from "./find-path.ts";
import type { InputFlags } from "./open.ts";
import { absolutePath } from "./terminal.ts";

/** The path and the flags of a command, in which the path of an OpenAPI document is that of `--openapi`. */
export function withDocumentPath<Flags extends InputFlags>(path: string, options: Flags): readonly [string, Flags] {
  return options.openapi === undefined && isDocumentFile(path) ? [".", { ...options, openapi: path }] : [path, options];
}

/** Whether a file is an OpenAPI document: it has its version as a key of the whole. */
function isDocumentFile(path: string): boolean {
  if (!/\.(json|ya?ml)$/i.test(path) || !isExistingFile(path)) return false;
  const content = readPlainFile(absolutePath(path));
  if (typeof content === "string") return false;
  const decoded = decode(content);
  // Most documents begin with the key; a mapping in lines has it at the start of one. Parsing takes longest.
  if (/^(?:\ufeff?\s*\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m.test(decoded.text)) return true;
  if (!/^\ufeff?\s*\{/.test(decoded.text)) return false;
  const { data } = decodedTree(path, decoded);
  return member(data, "openapi") !== undefined || member(data, "swagger") !== undefined;
}
