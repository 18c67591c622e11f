import { isObject, type Json, member } from "../source/json/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import type { File } from "../targets/target.ts";

/** An existing definition of the project. */
export interface KnownDefinition {
  readonly path: string;
  readonly name: string;
  /** Identifies the document or server. Definitions of the same document or server have the same subject. */
  readonly subject: string;
}

/** The definitions among the files of the project. */
export function knownDefinitions(files: readonly File[]): KnownDefinition[] {
  return files.flatMap(({ path, text }) => {
    if (!/openApiToolset|mcpToolset/.test(text)) return [];
    const { data } = parseTree({ path, text });
    const subject = subjectOf(data, path);
    const name = member(data, "displayName");
    return subject === undefined ? [] : [{ path, name: typeof name === "string" ? name : path, subject }];
  });
}

function subjectOf(data: Json | undefined, path: string): string | undefined {
  const document = member(member(data, "openApiToolset"), "openApiSchema");
  if (typeof document === "string") return `document ${resolved(path, document)}`;
  const server = member(data, "mcpToolset");
  const stdio = member(server, "stdio");
  if (isObject(stdio)) return `program ${JSON.stringify(stdio.command)}`;
  const address = member(server, "serverAddress");
  return typeof address === "string" ? `server ${address}` : undefined;
}

/** Resolves a path that is relative to the folder of a file. The result is relative to the project's folder. */
function resolved(file: string, path: string): string {
  const steps = file.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}
