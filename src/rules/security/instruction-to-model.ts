import type { Toolset } from "../../ir/ir.ts";
import { snapshotTree } from "../../project/documents/documents.ts";
import { originOfValue, type Place, type Tree } from "../../source/tree.ts";
import { type RuleMatch, rule } from "../rule.ts";
import { phraseIn } from "./attack-phrases.ts";
import { eachString } from "./each-string.ts";

interface Params {
  readonly subject: string;
  readonly phrase: string;
}

/**
 * In a text that changed, `breaking` reports the same code as an error. It compares what a model reads, so it does not see what a document or
 * a server says about itself: no target writes it. It stays a warning of this rule, since people and other programs give it to models.
 */
export const instructionToModel = rule<Params>({
  code: "instruction-to-model",
  severity: "warning",
  message: ({ subject, phrase }) => `The text in ${subject} seems to give instructions to the model: "${phrase}".`,
  help: "The author of a description can try to control the agents that read it (tool poisoning). This rule is a heuristic: it knows only some phrases, and a text about such phrases is a false positive, which a comment can suppress. Read the whole text, and describe only what the tool does.",
  set: "recommended",
  summary: "a text that seems to give instructions to the model",
  price: 30,

  text: ({ toolset, text, subject, place }) =>
    found((toolset.endpoint.kind === "openapi" ? documentPhrase : anyPhrase)(text, toolset), subject, place),
  string: ({ toolset, text, subject, place }) => found(anyPhrase(text, toolset), subject, place),
  document: ({ tree }) => [
    ...inTexts(tree, ["info"], "the information about the document", phraseInDocument),
    ...inTexts(tree, ["tags"], "the tags of the document", phraseInDocument),
  ],
  definition(definition, { project }) {
    const tree = snapshotTree(definition, project);
    if (tree === undefined) return [];
    return [
      ...inTexts(tree, ["instructions"], "the instructions of the server", phraseIn),
      ...inTexts(tree, ["prompts"], "the prompts of the server", phraseIn),
    ];
  },
});

/**
 * The phrase in a text of an OpenAPI document. The tags of boxes, which documents of AWS have around paragraphs and lists, are no mark of an
 * attack in a description: models get it without them. They get other strings, and the texts of MCP servers, as they are.
 */
function phraseInDocument(text: string): string | undefined {
  const phrase = phraseIn(text);
  return phrase === undefined ? undefined : phraseIn(text.replace(box, " "));
}

const box = /<important>(?=\s*<(?:p|ul|ol|dl)>)|(?<=<\/(?:p|ul|ol|dl)>\s*)<\/important>/gi;

/** Searches a text of a toolset once: hundreds of tools may have the same text, such as that of a shared parameter. */
function once(search: typeof phraseIn): (text: string, toolset: Toolset) => string | undefined {
  const searched = new WeakMap<Toolset, Map<string, string | undefined>>();
  return (text, toolset) => {
    const known = searched.get(toolset) ?? new Map<string, string | undefined>();
    searched.set(toolset, known);
    if (!known.has(text)) known.set(text, search(text));
    return known.get(text);
  };
}

const anyPhrase = once(phraseIn);
const documentPhrase = once(phraseInDocument);

function found(phrase: string | undefined, subject: () => string, place: () => Place): RuleMatch<Params>[] {
  return phrase === undefined ? [] : [{ params: { subject: subject(), phrase }, place: place() }];
}

/** The findings in a part of a document that is in no toolset. */
function inTexts(tree: Tree, path: readonly string[], subject: string, search: typeof phraseIn): RuleMatch<Params>[] {
  return eachString(tree, path).flatMap(({ value, path: at }) =>
    found(
      search(value),
      () => subject,
      () => originOfValue(tree, at),
    ),
  );
}
