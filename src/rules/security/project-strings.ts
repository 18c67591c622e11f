import type { Project } from "../../project/project.ts";
import { valueTextKeywords } from "../../schema/value-texts.ts";
import { placePath } from "../../source/problem-index.ts";
import { type FoundSecret, secretIn, secretsIn } from "../../source/text/secrets/secret-shapes.ts";
import { originOfValue, type Place, pointerOf, type Tree } from "../../source/tree.ts";
import { eachString, type StringFilter } from "./each-string.ts";

interface PlacedString {
  readonly value: string;
  /** The name of the string as in `NamedString`. */
  readonly name: string;
  readonly place: Place;
}

interface PlacedSecret {
  readonly secret: FoundSecret;
  readonly place: Place;
}

/** The strings that contain a credential of a known form, in all files of a project. They are found once for all rules that ask for them. */
export function stringsWithSecrets(project: Project): readonly PlacedSecret[] {
  const found = known.get(project) ?? [...findSecrets(project)];
  known.set(project, found);
  return found;
}

const known = new WeakMap<Project, readonly PlacedSecret[]>();

function* findSecrets({ files, nested }: Project): Iterable<PlacedSecret> {
  for (const tree of files.values()) {
    if (tree === undefined) continue;
    // The search in the text is fast. It tells which of the many strings need to be searched.
    const inText = secretsIn(tree.source.text);
    const inStrings = new Set<string>();
    const mayContain = (each: string) => inText.some(({ ending }) => each.includes(ending));
    if (inText.length === 0) continue;
    for (const { value, place } of stringsOfTree(tree, nested, mayContain)) {
      const secret = secretIn(value);
      if (secret === undefined) continue;
      for (const { ending } of secretsIn(value)) inStrings.add(ending);
      yield { secret, place };
    }
    // A secret that no string contains is in a comment or in a key. It has no place of its own, so it is reported for the whole file.
    const outside = inText.find(({ ending }) => !inStrings.has(ending));
    if (outside !== undefined) yield { secret: outside, place: originOfValue(tree, []) };
  }
}

/** The strings of the files that authors of the project write: definitions, the configuration and environments. */
export function* authoredStrings({ resources, environments, config, nested }: Project, passes: StringFilter): Iterable<PlacedString> {
  for (const tree of new Set([...resources, ...environments, config].map((each) => each.tree))) {
    if (tree !== undefined) yield* stringsOfTree(tree, nested, passes);
  }
}

/** Where a string is, which decides how certain it is that a credential in it is a real one. */
export type StringUse = "example" | "description" | "value";

/** Whether the string at a place is in an example or an extension, in a description, or a value that is used. */
export function useOfString(place: Place): StringUse {
  const path = placePath(place).map(String);
  // They become a part of the description.
  if (path.some((step) => valueTextKeywords.includes(step))) return "description";
  if (path.some((step) => /^(?:examples?|x-.*)$/i.test(step))) return "example";
  return path.some((step) => /^(?:description|summary)$/i.test(step)) ? "description" : "value";
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
