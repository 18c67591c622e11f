import { firstSentence } from "../../runtime/discovery/sentence.ts";
import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const unmarkedDeprecation = rule<{ tool: string; phrase: string }>({
  code: "unmarked-deprecation",
  severity: "note",
  set: "recommended",
  summary: "an operation whose text says that it is deprecated, but that has no `deprecated: true`",
  price: 5,
  message: ({ tool }) =>
    `The description of the tool "${tool}" says that the tool is deprecated, but the operation has no \`deprecated: true\`.`,
  // One template writes the same sentence into the texts of many operations.
  cause: ({ phrase }) => phrase,
  help: "Programs that use `deprecated` to select operations, to sort them or to warn of them treat this operation as current. Add `deprecated: true` to the operation, or omit the operation with `exclude`.",

  *tool({ tool }) {
    const { binding, deprecated, description, id } = tool;
    // Only operations of OpenAPI have a field `deprecated`.
    if (binding.transport !== "http" || deprecated) return;
    const start = saysDeprecated.map((form) => description.search(form)).find((index) => index !== -1);
    if (start === undefined) return;
    const phrase = firstSentence(description.slice(start).replace(/^[\s.!?]+/, ""));
    yield { params: { tool: id, phrase }, place: placeOfDescription(tool) };
  },
});

/** Phrases that call the operation itself deprecated, not one of its parameters. */
const saysDeprecated = [
  /(?:^|[.!?\n])\s*\W?deprecated\b(?=\W*(?:$|[:.,;!)\]—–-]|use\b|in favou?r))/i,
  /\(deprecated\)/i,
  /\bthis (?:api|call|endpoint|method|operation|request|resource|route|action)(?: \w+)? (?:is|has been|was)(?: now)? deprecated\b/i,
];
