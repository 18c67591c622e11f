import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const markupInDescription = rule<{ subject: string; markup: string }>({
  code: "markup-in-description",
  severity: "note",
  set: "recommended",
  summary: "HTML in a description. HTML in OpenAPI documents is removed, and not reported",
  price: 10,
  message: ({ subject, markup }) => `The description of ${subject} contains HTML: ${markup}.`,
  help: "A model reads tags and entities as text, which costs tokens and adds no information. The compiler removes HTML only from the descriptions of OpenAPI documents. Write plain text or Markdown, in the source or under `overrides` in toolsetc.yaml.",

  *tool({ tool }) {
    const markup = markupIn(tool.description);
    if (markup !== undefined) yield { params: { subject: `the tool "${tool.id}"`, markup }, place: placeOfDescription(tool) };
  },

  *parameter({ tool, name, schema: { description }, place }) {
    const markup = typeof description === "string" ? markupIn(description) : undefined;
    if (markup !== undefined) yield { params: { subject: `the parameter "${name}" of the tool "${tool.id}"`, markup }, place: place() };
  },
});

/** The first HTML tag or entity outside of code. Only end tags and void elements count, since `<name>` may be a placeholder. */
function markupIn(text: string): string | undefined {
  const plain = text.replace(/(`+)[^`]+\1/g, "");
  return /<(?:br|hr)\s*\/?>|<\/(?:p|div|span|b|i|strong|em|ul|ol|li|table|tr|td|th|a|h[1-6]|pre)>|&(?:nbsp|lt|gt|amp|quot|apos|#\d+);/i.exec(
    plain,
  )?.[0];
}
