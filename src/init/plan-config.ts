import { isObject, member } from "../source/json/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import { yamlLibrary } from "../source/yaml/yaml-library.ts";
import { withSource } from "./sources-entry.ts";

/** The entries that the configuration of a project must have. */
export interface RequiredConfig {
  /** The output folder; `undefined` if no output folder needs to be configured. */
  readonly out: string | undefined;
  /** The addresses from which `pull` fetches documents, by name of the toolset. */
  readonly sources: ReadonlyMap<string, string>;
  /** The operations that the user selected, by name of the toolset. */
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
  /** Each text is YAML that the user must add to `toolsetc.yaml`, because adding it automatically would rewrite other parts of the file. */
  readonly byHand: readonly string[];
}

/** Returns the new text of `toolsetc.yaml`. If the file exists, its text gets the missing entries and is otherwise unchanged. */
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
    return { text: `${comment}${all.map(([key, value]) => entryText(key, value)).join("")}`, byHand: [] };
  }
  const byHand: string[] = [];
  let next = text;
  for (const [name, address] of required.sources) {
    if (has(next, "sources", name, address)) continue;
    const changed = withSource(next, name, address);
    if (changed === undefined) byHand.push(entryLine("sources", { [name]: address }));
    else next = changed;
  }
  const targets: [string, unknown] = ["targets", required.out === undefined ? undefined : [{ target: "typescript", out: required.out }]];
  for (const [key, value] of [targets, ...entries, ...head]) {
    if (isEmpty(value) || isThere(next, key, value)) continue;
    const tree = parseTree({ path: "toolsetc.yaml", text: next });
    const isBlock = tree.problems.length === 0 && (tree.data === null || isObject(tree.data)) && !/^\s*\{/.test(next);
    if (isBlock && member(tree.data, key) === undefined)
      next = `${next}${next === "" || next.endsWith("\n") ? "" : "\n"}${entryText(key, value)}`;
    else byHand.push(entryLine(key, value));
  }
  return { text: next, byHand };
}

const comment = "# The configuration of toolsetc. Every key has a default: `toolsetc schema config` prints them.\n";

function withoutEmpty({ include, exclude }: SelectorLists): object {
  return { ...(include.length === 0 ? {} : { include }), ...(exclude.length === 0 ? {} : { exclude }) };
}

/** An entry in YAML, on lines of its own. Empty if the value is `undefined` or empty. */
function entryText(key: string, value: unknown): string {
  return isEmpty(value) ? "" : yamlLibrary().stringify({ [key]: value }, { lineWidth: 0 });
}

/** An entry in YAML as one line, with its value as JSON, for a message. */
function entryLine(key: string, value: unknown): string {
  return `${key}: ${JSON.stringify(value)}\n`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function has(text: string, key: string, name: string, value: string): boolean {
  return member(member(parseTree({ path: "toolsetc.yaml", text }).data, key), name) === value;
}

/** Whether the file already has this value at this key. If the value is a map, the map in the file may have further entries. */
function isThere(text: string, key: string, value: unknown): boolean {
  const own = member(parseTree({ path: "toolsetc.yaml", text }).data, key);
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap) return JSON.stringify(own) === JSON.stringify(value);
  return Object.entries(value).every(([name, each]) => JSON.stringify(member(own, name)) === JSON.stringify(each));
}
