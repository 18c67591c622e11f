import type { Json } from "../json/json.ts";
import type { PathTree } from "../path-tree.ts";
import type { Range } from "../source.ts";
import { locateBlockYaml } from "./locate-block-yaml.ts";
import { openYaml } from "./read-yaml.ts";
import { yamlLibrary } from "./yaml-library.ts";
import { aliasTargets, keyOf, rangeOf } from "./yaml-nodes.ts";

/**
 * Locates the requested paths in a text that `parseYaml` read as `data`. A fast pass over the lines is tried first, since `yaml` needs
 * seconds for large texts.
 */
export function locateYaml(text: string, data: Json, pathTree: PathTree): void {
  if (!locateBlockYaml(text, data, pathTree)) locateAnyYaml(text, pathTree);
}

/** Locates the requested paths in one walk over the nodes that `yaml` parsed. The value of an alias is located at its anchor. */
export function locateAnyYaml(text: string, pathTree: PathTree): void {
  const { isAlias, isMap, isNode, isSeq } = yamlLibrary();
  const { document } = openYaml(text);
  if (document === undefined) return;
  const targets = aliasTargets(document);

  /** Visits only nodes on requested paths. */
  function walk(node: unknown, place: PathTree, { key, inFlow }: { key: Range | undefined; inFlow: boolean }): void {
    const value = isAlias(node) ? targets.get(node) : node;
    const range = isNode(value) ? rangeOf(value) : { start: key?.end ?? 0, end: key?.end ?? 0 };
    place.location = { value: range, key: key ?? range, inFlow, isExact: true };
    if (place.children.size === 0) return;
    if (isMap(value)) {
      for (const pair of value.items) {
        const child = place.children.get(keyOf(pair.key) ?? "");
        if (child !== undefined) walk(pair.value, child, { key: rangeOf(pair.key), inFlow: inFlow || value.flow === true });
      }
    } else if (isSeq(value)) {
      for (const [index, child] of place.children) {
        const item = value.items[Number(index)];
        if (item !== undefined) walk(item, child, { key: undefined, inFlow: inFlow || value.flow === true });
      }
    }
  }

  walk(document.contents, pathTree, { key: undefined, inFlow: false });
}
