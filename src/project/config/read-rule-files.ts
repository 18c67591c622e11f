import { items, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import { duplicateRuleFile, lockedSetting, outsideProject } from "../codes.ts";
import { folderOf, pathAbove } from "../files/paths.ts";
import type { Config, RuleFile } from "./config.ts";

/**
 * Reads the files with rules that a configuration names, after those of the configuration that it extends. Of two with the same name, its own
 * counts, unless the severity of the other is locked.
 */
export function readRuleFiles(node: Node | undefined, inherited: Pick<Config, "ruleFiles" | "locked">): Outcome<readonly RuleFile[]> {
  const files = new Map(inherited.ruleFiles.map((file) => [file.code, file]));
  const diagnostics: Diagnostic[] = [];
  for (const item of items(node)) {
    const written = stringValue(item);
    if (written === undefined) continue;
    const origin = valueOrigin(item);
    const path = pathAbove(folderOf(item.tree.source.path), written);
    const code = lastSegment(written).replace(/\.m?js$/, "");
    const known = files.get(code);
    if (path === undefined) diagnostics.push(diagnostic(outsideProject, { path: written }, origin));
    else if (known === undefined) files.set(code, { code, path, origin });
    else if (known.origin.tree === item.tree) {
      const related = [{ message: "The first one is here.", place: known.origin }];
      diagnostics.push(diagnostic(duplicateRuleFile, { code }, origin, { related }));
    } else if (inherited.locked.has(code)) diagnostics.push(diagnostic(lockedSetting, { code, by: known.origin.tree.source.path }, origin));
    else files.set(code, { code, path, origin });
  }
  return { value: [...files.values()], diagnostics };
}
