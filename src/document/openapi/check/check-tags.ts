import { type Json, member } from "../../../source/json/json.ts";
import { duplicateTag, tagCycle, unknownParentTag } from "../codes.ts";
import type { Located } from "../read/operation.ts";
import { at, itemsOf } from "../read/reader.ts";
import { atValue, reportFinding } from "../read/visit.ts";
import type { ValidationSession } from "./shapes/shape.ts";
import { suggest } from "./suggest.ts";

/** Checks that the names of tags are unique, and that their parents (3.2 §4.22) exist and form no cycle. */
export function checkTags(root: Located, session: ValidationSession): void {
  const byName = new Map<string, Located<Json>>();
  for (const place of itemsOf(at(root, "tags"))) {
    const name = member(place.value, "name");
    if (typeof name !== "string") continue;
    if (byName.has(name)) reportFinding({ session, ...place }, { code: duplicateTag, params: { name }, spot: atValue("name") });
    else byName.set(name, place);
  }
  if (session.version !== "3.2") return;
  const settled = new Set<string>();
  for (const [name, place] of byName) {
    const parent = member(place.value, "parent");
    if (typeof parent !== "string") continue;
    if (!byName.has(parent)) {
      reportFinding(
        { session, ...place },
        {
          code: unknownParentTag,
          params: { name: parent, near: suggest(parent, () => [...byName.keys()], session) },
          spot: atValue("parent"),
        },
      );
    }
    const trail = new Set<string>();
    let each: string | undefined = name;
    while (each !== undefined && !settled.has(each) && !trail.has(each)) {
      trail.add(each);
      const next: Json | undefined = member(byName.get(each)?.value, "parent");
      each = typeof next === "string" ? next : undefined;
    }
    if (each !== undefined && trail.has(each)) {
      const names = [...trail];
      const cycle = [...names.slice(names.indexOf(each)), each];
      reportFinding({ session, ...(byName.get(each) ?? place) }, { code: tagCycle, params: { cycle }, spot: atValue("parent") });
    }
    for (const name of trail) settled.add(name);
  }
}
