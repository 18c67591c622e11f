import { field, items, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Violation } from "../../diagnostic/explain-violations.ts";
import { isShownSeverity } from "../../diagnostic/severities.ts";
import { isObject, type JsonObject } from "../../source/json/json.ts";
import { pointerOf } from "../../source/tree.ts";
import { duplicateAssertion } from "../codes.ts";
import type { ProjectAssertion } from "./config.ts";

/**
 * Reads the assertions of a configuration. One with a violation of the configuration's schema is omitted as a whole, since it might assert
 * less, or of others, than its author meant. Of several with the same name, the first counts.
 */
export function readAssertions(node: Node | undefined, violations: readonly Violation[]): Outcome<ProjectAssertion[]> {
  const found = new Map<string, ProjectAssertion>();
  const diagnostics: Diagnostic[] = [];
  for (const item of items(node)) {
    const pointer = pointerOf(item.path);
    const isInvalid = violations.some(({ instancePath }) => instancePath === pointer || instancePath.startsWith(`${pointer}/`));
    const assertion = isInvalid ? undefined : assertionIn(item);
    if (assertion === undefined) continue;
    const { name, origin } = assertion;
    const first = found.get(name);
    if (first === undefined) found.set(name, assertion);
    else
      diagnostics.push(
        diagnostic(duplicateAssertion, { name }, origin, { related: [{ message: "The first one is here.", place: first.origin }] }),
      );
  }
  return { value: [...found.values()], diagnostics };
}

function assertionIn(item: Node): ProjectAssertion | undefined {
  const named = field(item, "name");
  const name = stringValue(named);
  const [each, severity] = [stringValue(field(item, "each")) ?? "tool", stringValue(field(item, "severity")) ?? "error"];
  if (named === undefined || name === undefined || !isSubject(each) || !isShownSeverity(severity)) return undefined;
  const message = stringValue(field(item, "message")) ?? "";
  return {
    name,
    each,
    where: objectAt(item, "where"),
    must: objectAt(item, "must"),
    severity,
    isLocked: field(item, "locked")?.value === true,
    message,
    origin: valueOrigin(named),
  };
}

function objectAt(item: Node, name: string): JsonObject {
  const value = field(item, name)?.value;
  return isObject(value) ? value : {};
}

function isSubject(value: string): value is ProjectAssertion["each"] {
  return ["tool", "argument", "result", "server", "credential", "toolset"].includes(value);
}
