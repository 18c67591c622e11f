import type { Definition } from "../definition/definition.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { hasLostSettings, isOverlayEntry } from "../project/config/lost-settings.ts";
import { documentTree } from "../project/documents/documents.ts";
import type { Project } from "../project/project.ts";
import { placePath } from "../source/problem-index.ts";
import type { Tree } from "../source/tree.ts";
import { everything, type StageDiagnostics } from "./analysis.ts";
import { severityIn } from "./severities.ts";

/**
 * The trees of the definitions whose settings may be lost by errors in the configuration. Such definitions must not compile. What the rules
 * of the project or of the toolset turn off is no error: its finding is not shown, so a toolset would be omitted for no visible reason.
 */
export function lostToolsets(found: StageDiagnostics, definitions: readonly Definition[], project: Project): ReadonlySet<Tree> {
  const severityOf = severityIn(project.config);
  const names = new Set(definitions.flatMap(({ aliases }) => aliases));
  const isInConfiguration = ({ place }: Diagnostic) => project.config.files.includes(place.tree.source.path);
  const overlays = new Set(definitions.flatMap((definition) => documentTree(definition, project)?.overlaid?.overlays ?? []));
  const errors = everything(found).filter(
    (each) => (isInConfiguration(each) || overlays.has(each.place.tree)) && severityOf(withToolset(each, names)) === "error",
  );
  const isLost = hasLostSettings(errors.filter(isInConfiguration), project);
  const isBroken = withBrokenOverlays(errors, definitions, project);
  return new Set(definitions.filter((definition) => isLost(definition) || isBroken(definition)).map(({ node }) => node.tree));
}

/** Returns a function that tests whether an overlay of a definition's document has an error. All toolsets of a document share its overlays. */
function withBrokenOverlays(
  errors: readonly Diagnostic[],
  definitions: readonly Definition[],
  project: Project,
): (definition: Definition) => boolean {
  const trees = new Set(errors.map(({ place }) => place.tree));
  const names = new Set(errors.flatMap(({ place }) => (isOverlayEntry(place) ? [placePath(place)[1]] : [])));
  const broken = new Set(
    definitions.flatMap((definition) => {
      const document = documentTree(definition, project);
      const isBroken = definition.aliases.some((name) => names.has(name)) || document?.overlaid?.overlays.some((each) => trees.has(each));
      return isBroken === true && document !== undefined ? [document] : [];
    }),
  );
  return (definition) => {
    const document = documentTree(definition, project);
    return document !== undefined && broken.has(document);
  };
}

/** A diagnostic under `overrides.<name>`, with this name as its toolset if a definition has the name. */
function withToolset(found: Diagnostic, names: ReadonlySet<string>): Diagnostic {
  const [key, name] = placePath(found.place);
  if (found.toolset !== undefined || key !== "overrides" || typeof name !== "string" || !names.has(name)) return found;
  return { ...found, toolset: name };
}
