import { camelCase } from "../../definition/node.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import { unknownField } from "../../diagnostic/structure.ts";
import { isObject, member } from "../../source/json/json.ts";
import { originOfKey, originOfValue, type Path, valueAt } from "../../source/tree.ts";
import { invalidRequest } from "../codes.ts";
import type { ProjectResource } from "../project.ts";

/** Matches the resource name of an app. */
export const appNamePattern = /^projects\/[^/\s]+\/locations\/[^/\s]+\/apps\/[^/\s]+$/;

/**
 * Checks the members around a resource in a CreateToolsetRequest or CreateToolRequest, or in the JSON-RPC body of a call of
 * `create_toolset` or `create_tool`.
 */
export function checkRequest({ tree, path, resource }: ProjectResource): Diagnostic[] {
  if (path.length === 0) return [];
  const around = path.slice(0, -1);
  const wrapper = valueAt(tree, around);
  if (!isObject(wrapper)) return [];
  const fields = ["parent", `${resource}Id`, resource];
  const found: Diagnostic[] = [];
  const expect = (at: Path, pattern: RegExp, expected: string) => {
    const value = valueAt(tree, at);
    if (typeof value === "string" && pattern.test(value)) return;
    found.push(diagnostic(invalidRequest, { field: String(at.at(-1)), expected }, originOfValue(tree, at)));
  };
  if (around.length > 0) {
    if (member(tree.data, "method") !== undefined) expect(["method"], /^tools\/call$/, '"tools/call"');
    if (member(member(tree.data, "params"), "name") !== undefined)
      expect(["params", "name"], resource === "tool" ? /^create_tool$/ : /^create_toolset$/, `"create_${resource}"`);
  }
  for (const key of Object.keys(wrapper)) {
    const name = camelCase(key);
    if (name === "parent") expect([...around, key], appNamePattern, "the resource name of an app, such as projects/…/locations/…/apps/…");
    else if (name === `${resource}Id`) expect([...around, key], /^[A-Za-z0-9][A-Za-z0-9_-]*$/, "an id of letters, digits, - and _");
    else if (name !== resource)
      found.push(diagnostic(unknownField, { name: key, near: nearest(name, fields) }, originOfKey(tree, [...around, key])));
  }
  return found;
}
