import { readPlainFile } from "../../host/plain-file.ts";
import { member } from "../../source/json/json.ts";
import { decode, decodedTree } from "../../source/text/decode.ts";
import { absolutePath } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { isExistingFile } from "./find-path.ts";
import type { InputFlags } from "./open.ts";

/** If the path of a command is that of an OpenAPI document, replaces the path by the flag `--openapi <path>`. */
export function withDocumentPath<Flags extends InputFlags>(path: string, options: Flags): readonly [string, Flags] {
  return options.openapi === undefined && isDocumentFile(path) ? [".", { ...options, openapi: path }] : [path, options];
}

/** The flags of a command that takes the path of its project as an operand or, as older versions did, by `--project`. */
export function atPath<Flags extends InputFlags & { readonly project: string }>(path: string | undefined, options: Flags): Flags {
  if (path === undefined) return options;
  if (options.project !== ".") throw new UsageError(`The path of the project is given twice. Omit "${path}" or --project.`);
  const [project, flags] = withDocumentPath(path, options);
  return { ...flags, project };
}

/** Whether a file is an OpenAPI document: its root has the key `openapi` or `swagger`. All commands recognize a document by this function. */
export function isDocumentFile(path: string): boolean {
  if (!isExistingFile(path)) return false;
  const content = readPlainFile(absolutePath(path));
  if (typeof content === "string") return false;
  const decoded = decode(content);
  // In most documents, the key is at the start of the file or of a line. Any other text with the key must be parsed, which is slow.
  if (/^(?:\ufeff?\s*\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m.test(decoded.text)) return true;
  if (!/(?:openapi|swagger)["']?\s*:/.test(decoded.text)) return false;
  const { data } = decodedTree(path, decoded);
  return member(data, "openapi") !== undefined || member(data, "swagger") !== undefined;
}
