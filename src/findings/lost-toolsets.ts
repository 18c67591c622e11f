import type { Definition } from "../definition/definition.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { hasLostSettings } from "../project/lost-settings.ts";
import type { Project } from "../project/project.ts";
import type { Tree } from "../source/tree.ts";
import { everything, type StageDiagnostics } from "./analysis.ts";
import { severityIn } from "./severities.ts";

/** The trees of the definitions whose settings may be lost by errors in the configuration. Such definitions must not compile. */
export function lostToolsets(found: StageDiagnostics, definitions: readonly Definition[], project: Project): ReadonlySet<Tree> {
  const severityOf = severityIn(project.config);
  const isInConfiguration = ({ place }: Diagnostic) => project.config.files.includes(place.tree.source.path);
  const errors = everything(found).filter((each) => isInConfiguration(each) && severityOf(each) === "error");
  const isLost = hasLostSettings(errors, project);
  return new Set(definitions.filter(isLost).map(({ node }) => node.tree));
}
