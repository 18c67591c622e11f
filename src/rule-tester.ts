import { analyze } from "./compile.ts";
import type { Host } from "./project/load.ts";
import type { FileRule } from "./rules/files/file-rule.ts";
import { isObject } from "./source/json/json.ts";
import { parseTree } from "./source/parse-tree.ts";

/** A finding of a tested rule. */
export interface TestedFinding {
  readonly message: string;
  /** The name of the tool in its document; `undefined` for a finding about no tool. */
  readonly tool: string | undefined;
  /** The path of the file of the finding, and its line, which begins with 1. */
  readonly file: string;
  readonly line: number;
}

/**
 * Compiles a text, and gives what a rule finds in it. The text is an OpenAPI document, or a definition of a toolset or a tool; or several files by
 * their paths. Throws an error with the messages if the text does not compile, since a rule finds nothing in what is not there, and if the rule
 * itself fails.
 */
export async function testRule(rule: FileRule, text: string | { readonly [path: string]: string }): Promise<readonly TestedFinding[]> {
  const { files, document } = typeof text === "string" ? filesOf(text) : { files: text, document: undefined };
  const compilation = await analyze(hostOf({ ...files, [configuration]: `ruleFiles: [./${code}.js]\n`, [`${code}.js`]: "" }), {
    input: document === undefined ? { kind: "project" } : { kind: "openapi", path: document, include: [], exclude: [] },
    config: configuration,
    importRule: async () => ({ exported: rule }),
  });
  const findings = compilation.ungrouped;
  const failed = findings.filter((finding) => finding.severity === "error" || (finding.code === code && finding.isUsage));
  if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join("\n"));
  return findings
    .filter((finding) => finding.code === code)
    .map(({ message, tool, mark }) => ({ message, tool, file: mark.file, line: mark.start.line }));
}

const code = "tested-rule";
const configuration = "toolsetc.yaml";

function filesOf(text: string): { readonly files: { readonly [path: string]: string }; readonly document: string | undefined } {
  const { data } = parseTree({ path: "", text });
  const isDocument = isObject(data) && ("openapi" in data || "swagger" in data);
  const path = isDocument ? "document.yaml" : "definition.yaml";
  return { files: { [path]: text }, document: isDocument ? path : undefined };
}

function hostOf(files: { readonly [path: string]: string }): Host {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return { read: async (path) => contents.get(path) ?? "absent", list: async () => [...contents.keys()] };
}
