import { fieldHome } from "../../definition/field-home.ts";
import { entries, field, items, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Code, type Diagnostic, diagnostic, type Outcome, type Profile } from "../../diagnostic/diagnostic.ts";
import { explainViolations, type Violation, violationsOf } from "../../diagnostic/explain-violations.ts";
import { explainFormatVersion } from "../../diagnostic/format-version.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import { isArray, isObject, type Json } from "../../source/json/json.ts";
import { originOfKey, originOfValue, type Path, parsePointer, pointerOf, type Tree, valueAt } from "../../source/tree.ts";
import { unknownEnvironment, unknownRule, unsupportedSource } from "../codes.ts";
import type { Config, ConfigValue, RequestedTarget } from "./config.ts";
import { lockedSeverities, mergeAssertions } from "./locks.ts";
import { readAssertions } from "./read-assertions.ts";
import { readBaseline, readBudgets } from "./read-limits.ts";
import { overridesOf } from "./read-overrides.ts";
import { readRuleFiles } from "./read-rule-files.ts";
import { severitiesOf, stringEntries, stringEntry, stringMap, useIn } from "./read-values.ts";

/** The newest format of `toolsetc.yaml` that this version of toolsetc reads. */
const configFormat = "1.0";

/** The configuration of a project without a configuration file. */
export const defaultConfig: Config = {
  path: undefined,
  tree: undefined,
  files: [],
  root: ".",
  definitions: undefined,
  extended: undefined,
  environments: new Map(),
  defaultEnvironment: undefined,
  naming: "toolset_operation",
  targets: [{ target: "typescript", out: "generated", options: {}, origin: undefined }],
  sources: new Map(),
  overlays: new Map(),
  overrides: new Map(),
  profile: undefined,
  breaking: undefined,
  severities: new Map(),
  locked: new Map(),
  pathSeverities: [],
  baseline: undefined,
  budgets: new Map(),
  assertions: [],
  ruleFiles: [],
};

/**
 * Reads the configuration in a tree. Invalid values are reported and omitted. Paths are not resolved. Most values that the tree does not
 * set are taken from `inherited`, the extended configuration; maps are merged by their keys. A bare document needs no validator.
 */
export async function readConfig(tree: Tree, inherited: Config = defaultConfig): Promise<Outcome<Config>> {
  const files = [...inherited.files, tree.source.path];
  const withTree = { ...inherited, path: tree.source.path, tree, files };
  if (tree.data === undefined || tree.data === null) return { value: withTree, diagnostics: [] };
  const unreadable = explainFormatVersion(tree, configFormat);
  if (unreadable !== undefined) return { value: withTree, diagnostics: [unreadable] };
  const { validateConfig } = await import("../../definition/compiled/config.ts");
  const violations = violationsOf(validateConfig, tree.data);
  const inRegistries = violations.filter((violation) => isInRegistry(violation, tree));
  const diagnostics = [
    ...explainViolations(
      violations.filter((violation) => !inRegistries.includes(violation)),
      tree,
      [],
      (name) => fieldHome("config", name),
    ),
    ...inRegistries.map(({ instancePath }) => unsupported(tree, parsePointer(instancePath))),
  ];
  const root: Node = { tree, path: [], value: withoutInvalid(tree.data, violations) };
  const environments = merged(inherited.environments, stringMap(field(root, "environments")));
  const ownDefault = stringEntry(field(root, "defaultEnvironment"));
  const defaultEnvironment = ownDefault ?? inherited.defaultEnvironment;
  const naming = stringValue(field(root, "naming"));
  const ownAssertions = readAssertions(field(root, "assertions"), violations);
  const assertions = mergeAssertions(inherited.assertions, ownAssertions.value);
  const ruleFiles = readRuleFiles(field(root, "ruleFiles"), inherited);
  const baseline = readBaseline(field(root, "baseline"), inherited);
  const budgets = readBudgets(field(root, "budgets"), inherited);
  const config: Config = {
    path: tree.source.path,
    tree,
    files,
    root: stringValue(field(root, "root")) ?? ".",
    definitions: stringEntry(field(root, "definitions")),
    extended: stringEntry(field(root, "extends")),
    environments,
    defaultEnvironment: defaultEnvironment && environments.has(defaultEnvironment.value) ? defaultEnvironment : undefined,
    naming: naming === "operation" || naming === "toolset_operation" ? naming : inherited.naming,
    targets: field(root, "targets") === undefined ? inherited.targets : items(field(root, "targets")).flatMap(targetConfig),
    sources: merged(inherited.sources, sourceUrls(field(root, "sources"))),
    overlays: merged(inherited.overlays, overlaysOf(field(root, "sources"))),
    overrides: merged(inherited.overrides, new Map(entries(field(root, "overrides")).map(([name, node]) => [name, overridesOf(node)]))),
    profile: profileIn(field(root, "profile")) ?? inherited.profile,
    breaking: useIn(field(root, "breaking")) ?? inherited.breaking,
    severities: merged(inherited.severities, severitiesOf(field(root, "rules"))),
    locked: lockedSeverities(inherited.locked, field(root, "rules"), assertions.value),
    pathSeverities: [
      ...inherited.pathSeverities,
      ...entries(field(root, "pathRules")).map(([path, node]) => ({ path, severities: severitiesOf(node) })),
    ],
    baseline: baseline.value,
    budgets: budgets.value,
    assertions: assertions.value,
    ruleFiles: ruleFiles.value,
  };
  const parts = [ownAssertions, assertions, ruleFiles, baseline, budgets].flatMap((part) => part.diagnostics);
  const found = [...diagnostics, ...checkDefault(ownDefault, environments), ...parts];
  return { value: config, diagnostics: found };
}

/** Whether a violation is about a source in an OCI registry. Older versions read these, so there is an own message for them. */
function isInRegistry({ instancePath }: Violation, tree: Tree): boolean {
  const path = parsePointer(instancePath);
  return path[0] === "sources" && String(valueAt(tree, path)).startsWith("oci://");
}

function unsupported(tree: Tree, path: Path): Diagnostic {
  return diagnostic(unsupportedSource, { toolset: String(path.at(-1)) }, originOfValue(tree, path));
}

/** Merges two maps. If both have a key, the value of the second map is used. */
function merged<Value>(first: ReadonlyMap<string, Value>, second: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return new Map([...first, ...second]);
}

/** A copy of the data without invalid values, which would cause follow-on errors. */
function withoutInvalid(data: Json, violations: readonly Violation[]): Json {
  const invalid = new Set(violations.map(({ instancePath }) => instancePath));
  const isInvalid = (value: Json, path: Path) => !isArray(value) && !isObject(value) && invalid.has(pointerOf(path));
  const valid = (value: Json, path: Path): Json => {
    // The other items of the array keep their indices, because diagnostics refer to them.
    if (isArray(value)) return value.map((item, index) => (isInvalid(item, [...path, index]) ? null : valid(item, [...path, index])));
    if (!isObject(value)) return value;
    const members = Object.entries(value).filter(([name, each]) => !isInvalid(each, [...path, name]));
    return Object.fromEntries(members.map(([name, each]) => [name, valid(each, [...path, name])]));
  };
  return violations.length === 0 ? data : valid(data, []);
}

function checkDefault(chosen: ConfigValue<string> | undefined, environments: ReadonlyMap<string, ConfigValue<string>>): Diagnostic[] {
  if (chosen?.origin === undefined || environments.has(chosen.value)) return [];
  const known = [...environments.keys()];
  return [diagnostic(unknownEnvironment, { name: chosen.value, known, near: nearest(chosen.value, known) }, chosen.origin)];
}

/** Reports codes under `rules` and `pathRules` that are not among the existing `codes`. */
export function checkSeverities({ severities, overrides, pathSeverities }: Config, codes: readonly Code<never>[]): Diagnostic[] {
  const configured = [severities, ...[...overrides.values(), ...pathSeverities].map((entry) => entry.severities)];
  if (configured.every(({ size }) => size === 0)) return [];
  const names = new Set(codes.map(({ code }) => code));
  return configured
    .flatMap((each) => [...each])
    .flatMap(([name, { origin }]) =>
      names.has(name) || origin === undefined
        ? []
        : [diagnostic(unknownRule, { name, near: nearest(name, names) }, originOfKey(origin.tree, origin.path))],
    );
}

function profileIn(node: Node | undefined): Profile | undefined {
  return node?.value === "ces" || node?.value === "openapi" ? node.value : undefined;
}

function targetConfig(node: Node): RequestedTarget[] {
  const target = stringValue(field(node, "target"));
  if (target === undefined || !isObject(node.value)) return [];
  const options = Object.fromEntries(Object.entries(node.value).filter(([name]) => name !== "target" && name !== "out"));
  return [{ target, out: stringValue(field(node, "out")) ?? "generated", options, origin: valueOrigin(node) }];
}

/** The URLs under `sources`: the entry itself, or its `url`. */
function sourceUrls(node: Node | undefined): Map<string, ConfigValue<string>> {
  return new Map(
    entries(node).flatMap(([name, item]): [string, ConfigValue<string>][] => {
      const entry = stringEntry(item) ?? stringEntry(field(item, "url"));
      return entry === undefined ? [] : [[name, entry]];
    }),
  );
}

function overlaysOf(node: Node | undefined): Map<string, readonly ConfigValue<string>[]> {
  const overlays = entries(node).map(([name, item]) => [name, stringEntries(field(item, "overlays"))] as const);
  return new Map(overlays.filter(([, paths]) => paths.length > 0));
}
