import { entries, field, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { exceededBudget, lockedSetting, outsideProject } from "../codes.ts";
import { folderOf, pathFrom } from "../files/paths.ts";
import type { Config, ConfigValue } from "./config.ts";

/** Reads the path of the baseline, which is relative to the file that names it. Else, the baseline is that of the extended configuration. */
export function readBaseline(node: Node | undefined, { baseline }: Pick<Config, "baseline">): Outcome<Config["baseline"]> {
  const written = stringValue(node);
  if (node === undefined || written === undefined) return { value: baseline, diagnostics: [] };
  const origin = valueOrigin(node);
  const path = pathFrom(folderOf(node.tree.source.path), written);
  return path === undefined
    ? { value: undefined, diagnostics: [diagnostic(outsideProject, { path: written }, origin)] }
    : { value: { value: path, origin }, diagnostics: [] };
}

/**
 * Reads the budgets of toolsets, beside those of the extended configuration. Of two for one toolset, its own counts, unless it is higher and
 * the severity of exceeded budgets is locked.
 */
export function readBudgets(node: Node | undefined, inherited: Pick<Config, "budgets" | "locked">): Outcome<Config["budgets"]> {
  const budgets = new Map(inherited.budgets);
  const diagnostics: Diagnostic[] = [];
  const lock = inherited.locked.get(exceededBudget.code);
  for (const [name, entry] of entries(node)) {
    const own = budgetIn(entry);
    const known = budgets.get(name);
    if (own === undefined) continue;
    if (lock !== undefined && known !== undefined && own.value > known.value) {
      const params = { code: exceededBudget.code, by: lock.origin.tree.source.path };
      const related = [{ message: "The severity is locked here.", place: lock.origin }];
      diagnostics.push(diagnostic(lockedSetting, params, own.origin, { related }));
    } else budgets.set(name, own);
  }
  return { value: budgets, diagnostics };
}

function budgetIn(entry: Node) {
  const node = field(entry, "maxWarnings");
  return typeof node?.value === "number" ? ({ value: node.value, origin: valueOrigin(node) } satisfies ConfigValue<number>) : undefined;
}
