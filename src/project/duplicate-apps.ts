import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { member } from "../source/json/json.ts";
import { type Origin, originOfValue } from "../source/tree.ts";
import { duplicateApp } from "./codes.ts";
import type { App } from "./project.ts";

/** Reports apps with the same display name, such as an older export beside a newer one. */
export function duplicateApps(apps: readonly App[]): Diagnostic[] {
  const firsts = new Map<string, Origin>();
  const found: Diagnostic[] = [];
  for (const { tree } of apps) {
    const field = ["displayName", "display_name"].find((name) => typeof member(tree.data, name) === "string");
    if (field === undefined) continue;
    const name = String(member(tree.data, field));
    const place = originOfValue(tree, [field]);
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, place);
    else
      found.push(
        diagnostic(duplicateApp, { name }, place, { related: [{ message: "The first app with this name is here.", place: first }] }),
      );
  }
  return found;
}
