import { compareText } from "../source/compare.ts";
import { snapshotFormat } from "../source/format-version.ts";
import type { JsonObject } from "../source/json.ts";
import { parseTree } from "../source/tree.ts";
import { Failure } from "./failure.ts";
import { fetchDocument } from "./fetch-document.ts";
import { listTools, type McpServer } from "./list-tools.ts";
import { type Moved, movedDocument, movedTools } from "./moved.ts";
import { checkNoSecrets, type Variables } from "./variables.ts";

/** What a pull gives. Nothing is written here. */
export interface Pulled {
  readonly text: string;
  /** Against the former text; empty where nothing differs but its spelling. */
  readonly moved: readonly Moved[];
}

/** Milliseconds that a server has for one answer. */
const timeout = 30_000;

/** The tools of an MCP server as a snapshot, sorted by name so that only what moves shows in a diff. */
export async function pullTools(
  server: McpServer,
  { variables, former }: { readonly variables: Variables; readonly former: string | undefined },
): Promise<Pulled> {
  const listed = await listTools(server, { variables, timeout });
  const tools = [...listed].sort((a, b) => compareText(String(a.name), String(b.name)));
  const text = snapshotText(tools);
  checkNoSecrets(text, variables);
  const [problem] = parseTree({ path: "snapshot.json", text }).problems;
  if (problem !== undefined) throw new Failure(`The server's tools cannot be saved: ${problem.reason}.`, "Ask who runs the server.");
  return { text, moved: movedTools(former === undefined ? undefined : parseTree({ path: "snapshot.json", text: former }).data, tools) };
}

/** The document at an address, as it came. */
export async function pullDocument(
  address: string,
  { former }: { readonly former: string | undefined },
): Promise<Pulled & { readonly format: "json" | "yaml" }> {
  const { text, format } = await fetchDocument(address, { timeout });
  const path = `document.${format}`;
  const moved =
    former === undefined
      ? movedDocument(undefined, null)
      : former === text
        ? []
        : movedDocument(parseTree({ path: "document", text: former }).data, parseTree({ path, text }).data);
  return { text, format, moved };
}

function snapshotText(tools: readonly JsonObject[]): string {
  return `${JSON.stringify({ formatVersion: snapshotFormat, tools }, null, 2)}\n`;
}

/** The headers of a server's requests. One whose variable has no value is left out, as CES does. */
export function headersWithValues(
  headers: readonly { readonly name: string; readonly variable: string; readonly prefix: string }[],
  variables: Variables,
): Map<string, string> {
  return new Map(
    headers.flatMap(({ name, variable, prefix }): [string, string][] => {
      const value = variables.get(variable);
      return value === undefined || value === "" ? [] : [[name, `${prefix}${value}`]];
    }),
  );
}

/** A name for a toolset that a document or server says something about; only letters, digits and _. */
export function toolsetName(address: string, title: string | undefined): string {
  const url = new URL(address);
  const spoken =
    title ??
    url.hostname
      .split(".")
      .filter((part) => !["www", "api", "com", "org", "net", "io", "dev"].includes(part))
      .join(" ");
  const name = spoken
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase()
    .slice(0, 40);
  return /^[a-z]/.test(name) ? name : `toolset${name === "" ? "" : `_${name}`}`;
}
