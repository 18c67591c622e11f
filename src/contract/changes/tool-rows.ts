import { isObject, itemsIn, type JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { estimateTokens } from "../../source/text/estimate-tokens.ts";
import { sharedSchemaNames } from "../shared-schema-names.ts";
import type { Change } from "./change.ts";

/** A row of the report about changes: the changes of one tool, or the changes of a toolset that concern none or several of its tools. */
export interface ToolRow {
  readonly toolset: string;
  readonly tool: string | undefined;
  readonly changes: readonly Change[];
  /** The agents of the project that use the tool, or one of the tools. */
  readonly agents: readonly string[];
  /**
   * The estimated tokens of the name, the description and the input schema of the tool; `undefined` for a toolset. `before` or `after` is
   * `undefined` if that version has no tool of this name.
   */
  readonly tokens: { readonly before: number | undefined; readonly after: number | undefined } | undefined;
}

export interface ComparedTools {
  readonly former: ReadonlyMap<string, JsonObject>;
  readonly next: ReadonlyMap<string, JsonObject>;
  readonly agents: readonly { readonly name: string; readonly tools: readonly string[] }[];
}

/** One row for each tool that has changed, and for each toolset that has other changes. Rows with breaking changes come first. */
export function toolRows(changes: readonly Change[], { former, next, agents }: ComparedTools): ToolRow[] {
  const rows = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.toolset}\0${change.tool ?? ""}`;
    rows.set(key, [...(rows.get(key) ?? []), change]);
  }
  const sorted = [...rows.values()].map((own): ToolRow => {
    const [{ toolset, tool } = { toolset: "", tool: undefined }] = own;
    const tokensIn = (contract: JsonObject | undefined) => (tool === undefined ? undefined : tokensOf(tool, contract));
    return {
      toolset,
      tool,
      changes: own,
      agents: agents.flatMap(({ name, tools }) => (own.some(({ uses }) => uses.some((use) => tools.includes(use.tool))) ? [name] : [])),
      tokens: tool === undefined ? undefined : { before: tokensIn(former.get(toolset)), after: tokensIn(next.get(toolset)) },
    };
  });
  return sorted.sort((a, b) => rankOf(a) - rankOf(b) || compareText(a.toolset, b.toolset) || compareText(a.tool ?? "", b.tool ?? ""));
}

function rankOf({ changes }: ToolRow): number {
  if (changes.some(({ grade }) => grade === "breaking")) return 0;
  return changes.some(({ grade }) => grade === "model-visible") ? 1 : 2;
}

function tokensOf(name: string, contract: JsonObject | undefined): number | undefined {
  const tools = contract?.["tools"];
  const tool = itemsIn(tools).find((each) => isObject(each) && each.name === name);
  if (!isObject(tool) || contract === undefined) return undefined;
  const { schemas } = contract;
  const names = [...sharedSchemaNames({ input: tool.input ?? {}, output: {} }, contract)];
  const shared = names.map((each) => (isObject(schemas) ? schemas[each] : undefined));
  return estimateTokens(
    [name, String(tool.description), JSON.stringify(tool.input), ...shared.map((schema) => JSON.stringify(schema))].join("\n"),
  );
}
