import { formatYamlText } from "../source/format-yaml.ts";
import { isObject, member } from "../source/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import { withSource } from "./sources-entry.ts";

/** The entries that the configuration of a project must have. */
export interface RequiredConfig {
  /** The output folder, unless it is the default one. */
  readonly out: string | undefined;
  /** The address of each document that `pull` fetches, by toolset. */
  readonly sources: ReadonlyMap<string, string>;
  /** The operations of each toolset that the user selected. */
  readonly selections: ReadonlyMap<string, SelectorLists>;
  readonly environments: ReadonlyMap<string, string>;
  readonly profile: string | undefined;
}

export interface SelectorLists {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The result of `planConfig`. */
export interface PlannedConfig {
  /** The new text of `toolsetc.yaml`. */
  readonly text: string;
  /** The YAML that the user must add, because adding it automatically would rewrite other parts of the file. */
  readonly byHand: readonly string[];
}

/** Plans the text of `toolsetc.yaml`. In an existing file, missing entries are added, and nothing else changes. */
export function planConfig(text: string | undefined, required: RequiredConfig): PlannedConfig {
  const selections = [...required.selections].filter(([, { include, exclude }]) => include.length + exclude.length > 0);
  const entries = new Map<string, Record<string, unknown>>([
    ["environments", Object.fromEntries(required.environments)],
    ["overrides", Object.fromEntries(selections.map(([name, selection]) => [name, withoutEmpty(selection)]))],
  ]);
  const [environment] = required.environments.keys();
  const head = new Map<string, unknown>([
    ["defaultEnvironment", environment],
    ["profile", required.profile],
  ]);
  if (text === undefined) {
    const targets = [{ target: "typescript", out: required.out ?? "generated" }];
    const all = [["targets", targets], ["sources", Object.fromEntries(required.sources)], ...entries, ...head] as const;
    return { text: formatYamlText(`${comment}${all.map(([key, value]) => line(key, value)).join("")}`), byHand: [] };
  }
  const byHand: string[] = [];
  let next = text;
  for (const [name, address] of required.sources) {
    if (has(next, "sources", name, address)) continue;
    const changed = withSource(next, name, address);
    if (changed === undefined) byHand.push(line("sources", { [name]: address }));
    else next = changed;
  }
  const targets: [string, unknown] = ["targets", required.out === undefined ? undefined : [{ target: "typescript", out: required.out }]];
  for (const [key, value] of [targets, ...entries, ...head]) {
    const added = line(key, value);
    if (added === "" || isThere(next, key, value)) continue;
    const tree = parseTree({ path: "toolsetc.yaml", text: next });
    const isBlock = tree.problems.length === 0 && (tree.data === null || isObject(tree.data)) && !/^\s*\{/.test(next);
    if (isBlock && member(tree.data, key) === undefined)
      next = `${next}${next === "" || next.endsWith("\n") ? "" : "\n"}${formatYamlText(added)}`;
    else byHand.push(added);
  }
  return { text: next, byHand };
}

const comment = "# The configuration of toolsetc. Every key has a default: `toolsetc schema config` prints them.\n";

function withoutEmpty({ include, exclude }: SelectorLists): object {
  return { ...(include.length === 0 ? {} : { include }), ...(exclude.length === 0 ? {} : { exclude }) };
}

/** An entry as one line of YAML, with its value as JSON; empty for an empty value. */
function line(key: string, value: unknown): string {
  const isEmpty = value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return isEmpty ? "" : `${key}: ${JSON.stringify(value)}\n`;
}

function has(text: string, key: string, name: string, value: string): boolean {
  return member(member(parseTree({ path: "toolsetc.yaml", text }).data, key), name) === value;
}

/** Whether the file already has the value at this key. A map in the file may have further entries. */
function isThere(text: string, key: string, value: unknown): boolean {
  const own = member(parseTree({ path: "toolsetc.yaml", text }).data, key);
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap) return JSON.stringify(own) === JSON.stringify(value);
  return Object.entries(value).every(([name, each]) => JSON.stringify(member(own, name)) === JSON.stringify(each));
}
