import type { Definition } from "../definition/definition.ts";
import { hasLostSettings } from "../project/lost-settings.ts";
import type { Project } from "../project/project.ts";
import { optionalCodes } from "../rules/index.ts";
import type { Tree } from "../source/tree.ts";
import type { StageDiagnostics } from "./analysis.ts";
import { severityIn } from "./severity-in.ts";
import { everything } from "./shown-diagnostics.ts";

/** The trees of the definitions whose settings may be lost by errors in the configuration. Such definitions must not compile. */
export function lostToolsets(found: StageDiagnostics, definitions: readonly Definition[], project: Project): ReadonlySet<Tree> {
  const severityOf = severityIn(project.config, optionalCodes);
  const errors = everything(found).filter((each) => severityOf(each) === "error");
  const isLost = hasLostSettings(errors, project);
  return new Set(definitions.filter(isLost).map(({ node }) => node.tree));
}
