import type { Project } from "../../project/project.ts";
import { type FoundSecret, mayHaveSecret, secretIn } from "../../source/secrets/secret-shapes.ts";
import { originOfValue, type Place, placePath, pointerOf, type Tree } from "../../source/tree.ts";
import { eachString, type StringFilter } from "./each-string.ts";

interface PlacedString {
  readonly value: string;
  /** As in `NamedString`. */
  readonly name: string;
  readonly place: Place;
}

/** The strings of all files of a project that contain a credential of a known form. A file whose text has none is not searched further. */
export function* stringsWithSecrets({ files, nested }: Project): Iterable<{ readonly secret: FoundSecret; readonly place: Place }> {
  for (const tree of files.values()) {
    if (tree === undefined || !mayHaveSecret(tree.source.text)) continue;
    let isFound = false;
    for (const { value, place } of stringsOfTree(tree, nested, (each) => secretIn(each) !== undefined)) {
      const secret = secretIn(value);
      if (secret === undefined) continue;
      isFound = true;
      yield { secret, place };
    }
    // The secret is in a comment or in a key.
    const elsewhere = isFound ? undefined : secretIn(tree.source.text);
    if (elsewhere !== undefined) yield { secret: elsewhere, place: originOfValue(tree, []) };
  }
}

/** The strings of the files that authors of the project write: definitions, the configuration and environments. */
export function* authoredStrings({ resources, environments, config, nested }: Project, passes: StringFilter): Iterable<PlacedString> {
  for (const tree of new Set([...resources, ...environments, config].map((each) => each.tree))) {
    if (tree !== undefined) yield* stringsOfTree(tree, nested, passes);
  }
}

/** Whether the string at a place only illustrates: it is in an example, a description or an extension. */
export function isIllustration(place: Place): boolean {
  return placePath(place).some((step) => /^(?:examples?|description|summary|x-.*)$/i.test(String(step)));
}

/** The strings of a tree that pass a filter, and those of the documents that are strings in it. */
function* stringsOfTree(tree: Tree, nested: Project["nested"], passes: StringFilter): Iterable<PlacedString> {
  const inner = nested.get(tree);
  for (const { value, name, path } of eachString(tree, [], inner === undefined ? passes : undefined)) {
    const document = inner?.get(pointerOf(path));
    if (document !== undefined) yield* stringsOfTree(document, nested, passes);
    else if (inner === undefined || passes(value, name)) yield { value, name, place: originOfValue(tree, path) };
  }
}
