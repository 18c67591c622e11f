import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { explainViolations, type Violation } from "../diagnostic/explain-violations.ts";
import { member } from "../source/json.ts";
import { originOfValue, type Path, parsePointer, pointerOf, valueAt } from "../source/tree.ts";
import { malformedValue } from "./codes.ts";
import { type Node, snakeCase } from "./node.ts";

/** What a validator says of a message whose fields were put in camelCase, at the places where they were authored. */
export function explainStructure(violations: readonly Violation[], node: Node): Diagnostic[] {
  const known = violations.filter(hasNamedFormat);
  const rest = violations.filter((violation) => !known.some((whole) => isPartOf(violation, whole)));
  const malformed = known.map((violation) => malformedDiagnostic(violation, node));
  return [
    ...malformed,
    ...explainViolations(
      rest.map((violation) => withAuthoredPath(violation, node)),
      node.tree,
      node.path,
    ),
  ];
}

/** Where these are wanted, what was written instead may be the secret itself. */
const secretNames: ReadonlySet<string> = new Set(["context variable", "name of a secret version"]);

/** Forms that have a name of their own, such as durations and resource names. */
function hasNamedFormat({ keyword, parentSchema }: Violation): boolean {
  return (keyword === "pattern" || keyword === "anyOf") && titleOf(parentSchema) !== undefined;
}

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

/** A path of fields in camelCase, in the spelling that each was given in. */
function authoredPath({ instancePath }: Violation, { tree, path: base }: Node): Path {
  let path: Path = base;
  for (const step of parsePointer(instancePath)) {
    const value = valueAt(tree, path);
    path = [...path, Array.isArray(value) ? Number(step) : member(value, step) === undefined ? snakeCase(step) : step];
  }
  return path;
}
