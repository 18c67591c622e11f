import { resolve } from "node:path";
import { contractFormat } from "../../contract/contract.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import type { FolderOutput } from "../../host/output/plan.ts";
import { plainText } from "../../host/plain-file.ts";
import { isArray, isObject, member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";

/**
 * A note on the tools that need approval since this version of the compiler; empty if there are none. In the manifests of an older format,
 * which the run replaces, they need none. Must be called before the output is written.
 */
export function newlyAsking(outputs: readonly Pick<FolderOutput, "root" | "out" | "files">[]): string {
  const names = outputs.flatMap(({ root, out, files }) =>
    files.flatMap(({ path, text }) => (isManifest(text) ? addedApprovals(plainText(resolve(root, out, path)), text) : [])),
  );
  const [first, ...others] = [...new Set(names)];
  if (first === undefined) return "";
  const tools = others.length === 0 ? `The tool ${nameList([first])} asks` : `${names.length} tools (${nameList([first, ...others])}) ask`;
  return `${tools} for approval since this version of toolsetc, because the name says that a call deletes, revokes or cancels something. To call without asking, list the operation under overrides.<toolset>.approval.never in toolsetc.yaml.\n`;
}

function isManifest(text: string): boolean {
  // Manifests of former versions have another indentation.
  return /^\{\n *"formatVersion": "([^"]*)"/.exec(text)?.[1] === contractFormat;
}

function addedApprovals(former: string | undefined, text: string): string[] {
  if (former === undefined || isManifest(former)) return [];
  const before = new Map(toolsIn(former).map(({ id, approval }) => [id, approval]));
  return toolsIn(text).flatMap(({ id, name, approval }) => (approval === "required" && before.get(id) === "none" ? [String(name)] : []));
}

function toolsIn(text: string) {
  const tools = member(parseTree({ path: "toolset.json", text }).data, "tools");
  return isArray(tools) ? tools.filter(isObject) : [];
}
