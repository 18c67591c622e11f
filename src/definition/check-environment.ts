import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { explainViolations, violationsOf } from "../diagnostic/explain-violations.ts";
import type { Tree } from "../source/tree.ts";
import { validateEnvironment } from "./compiled/environment.ts";

/** Checks the structure of an environment file. The stage `resolve` compares the file with the definitions of the project. */
export function checkEnvironment(tree: Tree): Diagnostic[] {
  if (tree.data === undefined) return [];
  return explainViolations(violationsOf(validateEnvironment, tree.data), tree, []);
}
