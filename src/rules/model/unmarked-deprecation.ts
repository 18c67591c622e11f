import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const unmarkedDeprecation = rule<{ tool: string }>({
  code: "unmarked-deprecation",
  severity: "note",
  set: "recommended",
  message: ({ tool }) => `The description of "${tool}" says that it is deprecated, but the operation has no \`deprecated: true\`.`,
  help: "Programs that use `deprecated` to select or sort operations, or to warn of them, miss it. Add `deprecated: true` to the operation, or omit it with `exclude`.",

  *tool({ tool }) {
    const { binding, deprecated, description, id } = tool;
    // Only OpenAPI has such a field.
    if (binding.transport === "http" && !deprecated && saysDeprecated.some((form) => form.test(description)))
      yield { params: { tool: id }, place: placeOfDescription(tool) };
  },
});

/** Phrases for the operation itself, not for one of its parameters. */
const saysDeprecated = [
  /(?:^|[.!?\n])\s*\W?deprecated\b(?=\W*(?:$|[:.,;!)\]—–-]|use\b|in favou?r))/i,
  /\(deprecated\)/i,
  /\bthis (?:api|call|endpoint|method|operation|request|resource|route|action)(?: \w+)? (?:is|has been|was)(?: now)? deprecated\b/i,
];
