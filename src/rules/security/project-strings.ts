import type { Project } from "../../project/project.ts";
import { locate } from "../../source/locate.ts";
import { type FoundSecret, mayHaveSecret, secretIn } from "../../source/text/secrets/secret-shapes.ts";
import { originOfValue, type Place, placePath, pointerOf, type Tree } from "../../source/tree.ts";
import { eachString, type StringFilter } from "./each-string.ts";

interface PlacedString {
  readonly value: string;
  /** The name of the string as in `NamedString`. */
  readonly name: string;
  readonly place: Place;
}

/** The strings that contain a credential of a known form, in all files of a project. */
export function* stringsWithSecrets({ files, nested }: Project): Iterable<{ readonly secret: FoundSecret; readonly place: Place }> {
  for (const tree of files.values()) {
    if (tree === undefined || !mayHaveSecret(tree.source.text)) continue;
    const places: Place[] = [];
    for (const { value, place } of stringsOfTree(tree, nested, (each) => secretIn(each) !== undefined)) {
      const secret = secretIn(value);
      if (secret === undefined) continue;
      places.push(place);
      yield { secret, place };
    }
    // A secret outside of the reported strings is in a comment or in a key. It has no place of its own, so it is reported for the whole
    // file.
    const outside = secretIn(textOutside(places, tree));
    if (outside !== undefined) yield { secret: outside, place: originOfValue(tree, []) };
  }
}

/** The text of a file without the values at `places`. */
function textOutside(places: readonly Place[], { source }: Tree): string {
  const spans = [...locate(places).values()].sort((a, b) => a.start - b.start);
  const ends = [0, ...spans.map(({ end }) => end)];
  return ends.map((end, index) => source.text.slice(end, spans[index]?.start)).join("\n");
}

/** The strings of the files that authors of the project write: definitions, the configuration and environments. */
export function* authoredStrings({ resources, environments, config, nested }: Project, passes: StringFilter): Iterable<PlacedString> {
  for (const tree of new Set([...resources, ...environments, config].map((each) => each.tree))) {
    if (tree !== undefined) yield* stringsOfTree(tree, nested, passes);
  }
}

/** Whether the string at a place is only an illustration: it is in an example, a description or an extension. */
export function isIllustration(place: Place): boolean {
  return placePath(place).some((step) => /^(?:examples?|description|summary|x-.*)$/i.test(String(step)));
}

/** The strings that pass a filter, in a tree and in the documents inside the tree. */
function* stringsOfTree(tree: Tree, nested: Project["nested"], passes: StringFilter): Iterable<PlacedString> {
  const inner = nested.get(tree);
  for (const { value, name, path } of eachString(tree, [], inner === undefined ? passes : undefined)) {
    const document = inner?.get(pointerOf(path));
    if (document !== undefined) yield* stringsOfTree(document, nested, passes);
    else if (inner === undefined || passes(value, name)) yield { value, name, place: originOfValue(tree, path) };
  }
}
