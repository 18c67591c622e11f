import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { explainViolations, type HomeOf, type Violation } from "../diagnostic/explain-violations.ts";
import { member } from "../source/json/json.ts";
import { originOfValue, type Path, parsePointer, pointerOf, valueAt } from "../source/tree.ts";
import { malformedValue } from "./codes.ts";
import { type Node, snakeCase } from "./node.ts";

/**
 * Converts the schema violations of a proto3 message to diagnostics. The fields of the message were converted to camelCase, so violations
 * are reported at the fields as authored.
 */
export function explainStructure(violations: readonly Violation[], node: Node, homeOf: HomeOf): Diagnostic[] {
  const known = violations.filter(hasNamedFormat);
  const rest = violations.filter((violation) => !known.some((whole) => isPartOf(violation, whole)));
  const malformed = known.map((violation) => malformedDiagnostic(violation, node));
  return [
    ...malformed,
    ...explainViolations(
      rest.map((violation) => withAuthoredPath(violation, node)),
      node.tree,
      node.path,
      homeOf,
    ),
  ];
}

/** The titles of formats for references to secrets. The author may have written the secret itself instead of a reference to it. */
const secretNames: ReadonlySet<string> = new Set(["context variable", "name of a secret version"]);

/** Whether the violated schema has a title, as the schemas of durations and resource names do. */
function hasNamedFormat({ keyword, parentSchema }: Violation): boolean {
  return (keyword === "pattern" || keyword === "anyOf") && titleOf(parentSchema) !== undefined;
}

/**
 * Whether a violation is a part of another violation: for an `anyOf`, ajv reports the violations of each branch, and then that of the
 * `anyOf`.
 */
function isPartOf(violation: Violation, whole: Violation): boolean {
  return (
    violation === whole ||
    (violation.schemaPath.startsWith(`${whole.schemaPath}/`) && violation.instancePath.startsWith(whole.instancePath))
  );
}

function malformedDiagnostic(violation: Violation, node: Node): Diagnostic {
  const title = titleOf(violation.parentSchema) ?? "";
  const examples: unknown = Reflect.get(violation.parentSchema ?? {}, "examples");
  const example = Array.isArray(examples) ? String(examples.find((value) => typeof value === "string")) : undefined;
  const origin = originOfValue(node.tree, authoredPath(violation, node));
  return diagnostic(malformedValue, { title, example }, origin, { isSecret: secretNames.has(title) });
}

function titleOf(schema: object | undefined): string | undefined {
  const title: unknown = schema === undefined ? undefined : Reflect.get(schema, "title");
  return typeof title === "string" ? title : undefined;
}

function withAuthoredPath(violation: Violation, node: Node): Violation {
  return { ...violation, instancePath: pointerOf(authoredPath(violation, node).slice(node.path.length)) };
}

/** The path of the violated value, in which each field has its authored spelling. */
function authoredPath({ instancePath }: Violation, { tree, path: base }: Node): Path {
  let path: Path = base;
  for (const step of parsePointer(instancePath)) {
    const value = valueAt(tree, path);
    path = [...path, Array.isArray(value) ? Number(step) : member(value, step) === undefined ? snakeCase(step) : step];
  }
  return path;
}
