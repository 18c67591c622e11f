import { isObject, itemsIn, member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { compareText } from "../../source/text/compare.ts";
import { snapshotFormat } from "../../source/text/format-version.ts";
import { Failure } from "../failure.ts";
import { rejectSecrets, type Variables } from "../variables.ts";
import { fetchDocument } from "./fetch-document.ts";
import { compareDocuments, compareTools, type SnapshotChange } from "./snapshot-changes.ts";

/** A fetched text, and its differences from the former text in the project. */
export interface Pulled {
  readonly text: string;
  /** The changes of values from the former text to the fetched text. Empty if only the formatting differs. */
  readonly moved: readonly SnapshotChange[];
}

/** The timeout of one response in milliseconds. */
const timeout = 30_000;

/** Creates the snapshot of an MCP server from its list of tools. The tools are sorted by name so that a diff shows only changes. */
export function toolsSnapshot(
  listed: readonly { readonly [member: string]: unknown }[],
  { secrets, former }: { readonly secrets: Variables; readonly former: string | undefined },
): Pulled {
  const sorted = [...listed].sort((a, b) => compareText(String(a["name"]), String(b["name"])));
  const text = `${JSON.stringify({ formatVersion: snapshotFormat, tools: sorted }, null, 2)}\n`;
  rejectSecrets(text, secrets);
  const tree = parseTree({ path: "snapshot.json", text });
  const [problem] = tree.problems;
  if (problem !== undefined)
    throw new Failure(`The server's tools cannot be saved: ${problem.reason}`, "Contact the operator of the server.");
  const tools = member(tree.data, "tools");
  const named = itemsIn(tools).filter(isObject);
  return { text, moved: compareTools(former === undefined ? undefined : parseTree({ path: "snapshot.json", text: former }).data, named) };
}

/** A fetched document. */
export interface PulledDocument extends Pulled {
  readonly format: "json" | "yaml";
}

/** Fetches the document at an http(s) address, unchanged. */
export async function pullDocument(address: string, { former }: { readonly former: string | undefined }): Promise<PulledDocument> {
  const { text, format } = await fetchDocument(address, { timeout });
  const path = `document.${format}`;
  const moved =
    former === undefined
      ? compareDocuments(undefined, null)
      : former === text
        ? []
        : compareDocuments(parseTree({ path: "document", text: former }).data, parseTree({ path, text }).data);
  return { text, format, moved };
}

/** Derives the name of a toolset from the name that its server or document reports: only letters, digits and _. */
export function toolsetName(reported: string): string {
  const name = reported
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase()
    .slice(0, 40);
  return /^[a-z]/.test(name) ? name : `toolset${name === "" ? "" : `_${name}`}`;
}

/** The parts of a host name that identify its owner, separated by spaces. */
export function hostLabel(address: string): string {
  return new URL(address).hostname
    .split(".")
    .filter((part) => !["www", "api", "com", "org", "net", "io", "dev"].includes(part))
    .join(" ");
}
