import type { Project } from "../../project/project.ts";
import { originOfValue, type Place, placePath, pointerOf, type Tree } from "../../source/tree.ts";
import { eachText, type TextFilter } from "./each-text.ts";
import { type FoundSecret, mayHaveSecret, secretIn } from "./secret-shapes.ts";

interface PlacedText {
  readonly text: string;
  /** As in `NamedText`. */
  readonly name: string;
  readonly place: Place;
}

/** The texts of all files of a project with a credential of a known form. A file whose text has none is not searched further. */
export function* textsWithSecrets({ files, nested }: Project): Iterable<{ readonly secret: FoundSecret; readonly place: Place }> {
  for (const tree of files.values()) {
    if (tree === undefined || !mayHaveSecret(tree.source.text)) continue;
    let isFound = false;
    for (const { text, place } of textsOfTree(tree, nested, (each) => secretIn(each) !== undefined)) {
      const secret = secretIn(text);
      if (secret === undefined) continue;
      isFound = true;
      yield { secret, place };
    }
    // In a comment, or in a key.
    const elsewhere = isFound ? undefined : secretIn(tree.source.text);
    if (elsewhere !== undefined) yield { secret: elsewhere, place: originOfValue(tree, []) };
  }
}

/** The texts that the authors of the project write: definitions, the configuration and environments. */
export function* authoredTexts({ resources, environments, config, nested }: Project, isWanted: TextFilter): Iterable<PlacedText> {
  for (const tree of new Set([...resources, ...environments, config].map((each) => each.tree))) {
    if (tree !== undefined) yield* textsOfTree(tree, nested, isWanted);
  }
}

/** Whether a text only shows or describes something: an example, a description. */
export function isIllustration(place: Place): boolean {
  return placePath(place).some((step) => /^(?:examples?|description|summary|x-.*)$/i.test(String(step)));
}

/** The texts of a tree, and of the documents inside of it. */
function* textsOfTree(tree: Tree, nested: Project["nested"], isWanted: TextFilter): Iterable<PlacedText> {
  const inner = nested.get(tree);
  for (const { text, name, path } of eachText(tree, [], inner === undefined ? isWanted : undefined)) {
    const document = inner?.get(pointerOf(path));
    if (document !== undefined) yield* textsOfTree(document, nested, isWanted);
    else if (inner === undefined || isWanted(text, name)) yield { text, name, place: originOfValue(tree, path) };
  }
}
