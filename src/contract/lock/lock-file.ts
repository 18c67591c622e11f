import { isUse, type Use } from "../../diagnostic/use.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { valueKey } from "../../source/json/value-key.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { findConflictMarker } from "../../source/text/find-conflict-marker.ts";
import { readFormatVersion } from "../../source/text/format-version.ts";
import { sha256 } from "../../source/text/hash.ts";
import type { Tree } from "../../source/tree.ts";
import { contractFormat } from "../contract.ts";
import { canonical } from "./canonical.ts";
import { readableJson } from "./readable-json.ts";

/** The folder of the locks. It is in the same folder as the configuration. */
export const lockFolder = "toolsetc.lock/";

/** The content of a lock file, or the reason why the content cannot be used. */
export type LockContent =
  | {
      readonly kind: "contract";
      readonly contract: JsonObject;
      /** The file as it is written. */
      readonly tree: Tree;
      readonly compiler: string;
      /** Who used the tools; `undefined` if the lock does not say it. */
      readonly use: Use | undefined;
      /** The digest of what others wrote about the tools; `undefined` if the lock has none. */
      readonly source: string | undefined;
    }
  /** A later version of the compiler wrote the file. `needs` is the format version of the file. */
  | { readonly kind: "too-new"; readonly needs: string }
  /** The file has the conflict markers of a failed merge. */
  | { readonly kind: "conflict" }
  | { readonly kind: "invalid" };

/** What a lock contains besides the contract. */
export interface LockHead {
  /** The version of the compiler that writes the lock. */
  readonly compiler: string;
  /** Who uses the tools. */
  readonly use: Use;
  /** The `sourceDigest` of the document that others wrote; `undefined` for a toolset of the project's own authors. */
  readonly source: string | undefined;
}

/** A digest of the content of a document, whatever the order of its members and its white space. It does not depend on the compiler. */
export function sourceDigest(content: Json): string {
  return sha256(valueKey(content));
}

/** The text of a toolset's lock: its contract in a form that is readable in a diff. */
export function lockText(contract: JsonObject, { compiler, use, source }: LockHead): string {
  const { formatVersion = contractFormat, ...others } = canonical(contract);
  return readableJson({ formatVersion, compiler, breaking: use, ...(source === undefined ? {} : { source }), ...others });
}

/** Converts a contract from one version of the contract format to the next version, `to`. */
export interface Migration {
  readonly to: string;
  readonly migrate: (contract: JsonObject) => JsonObject;
}

/** The migrations, in ascending order of the format versions. */
const migrations: readonly Migration[] = [{ to: "1.1", migrate: withoutAssumedHints }];

/**
 * Format 1.0 has `destructive: false` both for tools that destroy nothing and for tools of which nothing is known. It is omitted, so that it
 * is not compared. The hints of an MCP tool are those of its server.
 */
function withoutAssumedHints(contract: JsonObject): JsonObject {
  const tools = isArray(contract.tools) ? contract.tools.filter(isObject) : [];
  const migrated = tools.map((tool) => {
    const { destructive, ...others } = isObject(tool.annotations) ? tool.annotations : {};
    const isAssumed = destructive === false && others.readOnly !== true && member(tool.binding, "transport") !== "mcp";
    return isAssumed ? { ...tool, annotations: others } : tool;
  });
  return { ...contract, tools: migrated };
}

/**
 * Reads the text of a toolset's lock. A contract of an older format is migrated, so that locks of different compiler versions can be
 * compared.
 */
export function readLock(
  path: string,
  text: string,
  known: { readonly format: string; readonly migrations: readonly Migration[] } = current,
): LockContent {
  if (findConflictMarker(text) !== undefined) return { kind: "conflict" };
  const tree = parseTree({ path, text });
  const { data } = tree;
  const version = readFormatVersion(member(data, "formatVersion"), known.format);
  if (version.kind === "too-new") return version;
  if (version.kind === "malformed" || !isContract(data)) return { kind: "invalid" };
  const { compiler = "", breaking, source, ...contract } = data;
  const older = known.migrations.filter(({ to }) => readFormatVersion(to, String(contract.formatVersion)).kind === "too-new");
  const migrated = older.reduce<JsonObject>((former, { to, migrate }) => ({ ...migrate(former), formatVersion: to }), contract);
  return {
    kind: "contract",
    contract: canonical(migrated),
    tree,
    compiler: String(compiler),
    use: isUse(breaking) ? breaking : undefined,
    source: typeof source === "string" ? source : undefined,
  };
}

const current = { format: contractFormat, migrations };

/** Whether data has the members that comparisons need. A lock is a checked-in file, which may have been edited by hand. */
function isContract(data: Json | undefined): data is JsonObject {
  if (!isObject(data) || typeof data.name !== "string" || !isObject(data.schemas) || !isArray(data.tools)) return false;
  return Object.values(data.schemas).every(isObject) && data.tools.every(isToolContract);
}

function isToolContract(tool: Json): boolean {
  if (!isObject(tool) || typeof tool.id !== "string" || typeof tool.name !== "string") return false;
  return isObject(tool.input) && isObject(tool.output) && isObject(tool.binding) && isObject(tool.annotations);
}
