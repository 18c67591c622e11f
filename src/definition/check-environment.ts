import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { explainViolations, type Violation } from "../diagnostic/explain-violations.ts";
import type { Tree } from "../source/tree.ts";
import { validateEnvironment } from "./compiled/environment.ts";

/** Checks the structure of an environment file. Its entries are not compared with the project here. */
export function checkEnvironment(tree: Tree): Diagnostic[] {
  if (tree.data === undefined) return [];
  const validate: { (value: unknown): boolean; errors?: readonly Violation[] | null } = validateEnvironment;
  return validate(tree.data) ? [] : explainViolations(validate.errors ?? [], tree, []);
}
