import { formatYamlText } from "../source/format-yaml.ts";
import { isObject, member } from "../source/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import { withSource } from "./sources-entry.ts";

/** What the configuration of a project has to say. */
export interface WantedConfig {
  /** The output folder, unless it is the default one. */
  readonly out: string | undefined;
  /** The address of each document that `pull` fetches, by toolset. */
  readonly sources: ReadonlyMap<string, string>;
  /** The operations of each toolset. */
  readonly selections: ReadonlyMap<string, SelectorLists>;
  readonly environments: ReadonlyMap<string, string>;
  readonly profile: string | undefined;
}

export interface SelectorLists {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The new text of `toolsetc.yaml`, and the YAML that the user has to add where the file cannot be changed without rewriting it. */
export interface PlannedConfig {
  readonly text: string;
  readonly byHand: readonly string[];
}

/** Plans `toolsetc.yaml`. Of an existing one, nothing but missing entries changes. */
export function planConfig(text: string | undefined, wanted: WantedConfig): PlannedConfig {
  const selections = [...wanted.selections].filter(([, { include, exclude }]) => include.length + exclude.length > 0);
  const entries = new Map<string, Record<string, unknown>>([
    ["environments", Object.fromEntries(wanted.environments)],
    ["overrides", Object.fromEntries(selections.map(([name, selection]) => [name, withoutEmpty(selection)]))],
  ]);
  const [environment] = wanted.environments.keys();
  const head = new Map<string, unknown>([
    ["defaultEnvironment", environment],
    ["profile", wanted.profile],
  ]);
  if (text === undefined) {
    const targets = [{ target: "typescript", out: wanted.out ?? "generated" }];
    const all = [["targets", targets], ["sources", Object.fromEntries(wanted.sources)], ...entries, ...head] as const;
    return { text: formatYamlText(`${comment}${all.map(([key, value]) => line(key, value)).join("")}`), byHand: [] };
  }
  const byHand: string[] = [];
  let next = text;
  for (const [name, address] of wanted.sources) {
    if (has(next, "sources", name, address)) continue;
    const changed = withSource(next, name, address);
    if (changed === undefined) byHand.push(line("sources", { [name]: address }));
    else next = changed;
  }
  const targets: [string, unknown] = ["targets", wanted.out === undefined ? undefined : [{ target: "typescript", out: wanted.out }]];
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

/** An entry in one line, which is YAML too; empty for an empty value. */
function line(key: string, value: unknown): string {
  const isEmpty = value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return isEmpty ? "" : `${key}: ${JSON.stringify(value)}\n`;
}

function has(text: string, key: string, name: string, value: string): boolean {
  return member(member(parseTree({ path: "toolsetc.yaml", text }).data, key), name) === value;
}

/** Whether the file has the value already; of a map, every entry of the value. */
function isThere(text: string, key: string, value: unknown): boolean {
  const own = member(parseTree({ path: "toolsetc.yaml", text }).data, key);
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap) return JSON.stringify(own) === JSON.stringify(value);
  return Object.entries(value).every(([name, each]) => JSON.stringify(member(own, name)) === JSON.stringify(each));
}
