import { fieldAt, stringValue, valueOrigin } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { sanitizeName } from "../source/text/sanitize-name.ts";
import { missingFake, unknownFake } from "./codes.ts";
import type { LoweredToolset } from "./finish-toolset.ts";

/**
 * Reports Python code for the fake mode of CES that has no `fake_…` function, or has one that CES would never call. Only functions that are
 * defined at the start of a line are recognized, because the code is not parsed. Code in a separate file is not checked.
 */
export function checkFakes({ resolved, lowered }: Pick<LoweredToolset, "resolved" | "lowered">): Diagnostic[] {
  const code = fieldAt(resolved.definition.node, ["toolFakeConfig", "codeBlock", "pythonCode"]);
  const text = stringValue(code);
  if (code === undefined || text === undefined || text.trim() === "" || /^[^\n]+\.py$/.test(text)) return [];
  const defined = [...text.matchAll(/^(?:async[ \t]+)?def[ \t]+(fake_\w+)/gm)].map(([, name = ""]) => name);
  if (defined.length === 0) return [diagnostic(missingFake, {}, valueOrigin(code))];
  const known = new Set([
    "fake_tool_call",
    ...lowered.requestedNames.flatMap(({ id, name }) => [`fake_${sanitizeName(id)}`, `fake_${sanitizeName(name)}`]),
  ]);
  return defined
    .filter((name) => !known.has(name))
    .map((name) => diagnostic(unknownFake, { name, near: nearest(name, known) }, valueOrigin(code)));
}
