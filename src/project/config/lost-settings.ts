import type { Definition } from "../../definition/definition.ts";
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import { isObject, type Json } from "../../source/json/json.ts";
import { placePath } from "../../source/problem-index.ts";
import { type Place, valueAt } from "../../source/tree.ts";
import type { Project } from "../project.ts";
import { namesOfResource } from "../scope.ts";

/** The keys of the configuration that neither select the operations and toolsets nor say how calls are made. */
const harmlessKeys: readonly unknown[] = [
  "formatVersion",
  "root",
  "definitions",
  "environments",
  "defaultEnvironment",
  "naming",
  "targets",
  "sources",
  "rules",
  "pathRules",
  "baseline",
  "budgets",
  "assertions",
  "ruleFiles",
  "profile",
  "breaking",
];

/** The settings of a toolset that, like `harmlessKeys`, cost no tool and no approval if they are lost. */
const harmlessSettings: readonly unknown[] = ["rules", "breaking"];

/**
 * Returns a function that tests whether errors in the configuration may have lost a setting of a definition, such as `include`, `approval` or
 * a fixed value. Such a definition must not compile: the missing setting would give a model tools that the author excluded, or calls without
 * approval. An error under `overrides.<name>` concerns the definition of this name. If no definition has the name, or if it is unknown what
 * a text was meant to be, the error may concern every definition.
 */
export function hasLostSettings(errors: readonly Diagnostic[], project: Project): (definition: Definition) => boolean {
  const { resources, elsewhere } = project;
  const names = new Set<string>();
  const known = new Set([...resources, ...elsewhere].flatMap(namesOfResource));
  for (const { place } of errors) {
    const [key, name, setting] = "range" in place ? [] : place.path;
    if (isOverlayEntry(place) && known.has(String(name))) names.add(String(name));
    else if (isOverlayEntry(place)) return () => true;
    if (harmlessKeys.includes(key) || (key === "overrides" && harmlessSettings.includes(setting))) continue;
    // An entry without settings, `name: {}`, can lose none.
    if (key === "overrides" && name !== undefined && isEmpty(valueAt(place.tree, [key, name]))) continue;
    if (key !== "overrides" || typeof name !== "string" || !known.has(name)) return () => true;
    names.add(name);
  }
  return ({ aliases }) => aliases.some((alias) => names.has(alias));
}

/** Whether a place is under `sources`, in an entry with overlays: one of these may be what removes an operation. */
export function isOverlayEntry(place: Place): boolean {
  const [key, name] = placePath(place);
  const entry = key === "sources" && name !== undefined ? valueAt(place.tree, [key, name]) : null;
  return typeof entry === "object" && entry !== null;
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
