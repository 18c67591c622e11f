import type { Toolset } from "../ir/ir.ts";
import type { Json } from "../source/json/json.ts";
import { plainData } from "./plain-data.ts";

/**
 * The overlays with the values that placeholders may have if the caller chooses no environment. This is the overlay of the default
 * environment, or the overlays of all environments if there is no default.
 */
export function defaultOverlays({ endpoint: { environments, defaultEnvironment } }: Toolset): readonly Json[] {
  const all = new Map(Object.entries(environments));
  const own = defaultEnvironment === null ? undefined : all.get(defaultEnvironment);
  const chosen = own === undefined ? [...all.values()] : [own];
  return chosen.flatMap((overlay) => (typeof overlay === "object" && overlay !== null ? [plainData(overlay)] : []));
}
