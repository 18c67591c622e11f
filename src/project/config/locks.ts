import { entries, field, type Node, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { compareSeverities, isShownSeverity } from "../../diagnostic/severities.ts";
import { originOfValue } from "../../source/tree.ts";
import { lockedSetting } from "../codes.ts";
import type { Config, ConfigValue, LockedSeverity, ProjectAssertion } from "./config.ts";

type Locks = Config["locked"];

/** The locked severities of a configuration: the inherited ones, which it may only raise, and those of its own rules and assertions. */
export function lockedSeverities(inherited: Locks, rules: Node | undefined, assertions: readonly ProjectAssertion[]): Locks {
  const own = entries(rules).flatMap(([code, node]): [string, LockedSeverity][] => {
    const severity = field(node, "severity")?.value;
    return field(node, "locked")?.value === true && isShownSeverity(severity) ? [[code, { severity, origin: valueOrigin(node) }]] : [];
  });
  const ofAssertions = assertions
    .filter(({ isLocked }) => isLocked)
    .map(({ name, severity, origin }): [string, LockedSeverity] => [name, { severity, origin }]);
  const locks = new Map(inherited);
  for (const [code, lock] of [...own, ...ofAssertions]) {
    const known = locks.get(code);
    if (known === undefined || compareSeverities(known.severity, lock.severity) < 0) locks.set(code, lock);
  }
  return locks;
}

/** The assertions of a configuration and of the one that it extends. Of two with the same name, its own counts, unless the other is locked. */
export function mergeAssertions(inherited: readonly ProjectAssertion[], own: readonly ProjectAssertion[]): Outcome<ProjectAssertion[]> {
  const merged = new Map(inherited.map((assertion) => [assertion.name, assertion]));
  const diagnostics: Diagnostic[] = [];
  for (const assertion of own) {
    const { name, origin } = assertion;
    const known = merged.get(name);
    if (known?.isLocked === true) diagnostics.push(diagnostic(lockedSetting, { code: name, by: known.origin.tree.source.path }, origin));
    else merged.set(name, assertion);
  }
  return { value: [...merged.values()], diagnostics };
}

/** Reports the settings that would lower a locked severity. They have no effect. */
export function checkLocks({ locked, severities, overrides, pathSeverities }: Config): Diagnostic[] {
  if (locked.size === 0) return [];
  const settings = [severities, ...[...overrides.values(), ...pathSeverities].map((entry) => entry.severities)];
  return settings.flatMap((each) => [...each].flatMap(([code, setting]) => lowered(code, setting, locked.get(code))));
}

function lowered(code: string, { value, origin }: ConfigValue<string>, lock: LockedSeverity | undefined): Diagnostic[] {
  if (lock === undefined || origin === undefined || origin === lock.origin || compareSeverities(value, lock.severity) >= 0) return [];
  const related = [{ message: "The severity is locked here.", place: lock.origin }];
  return [diagnostic(lockedSetting, { code, by: lock.origin.tree.source.path }, originOfValue(origin.tree, origin.path), { related })];
}
