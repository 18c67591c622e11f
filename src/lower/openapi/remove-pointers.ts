/**
 * Removes the sentences of a description that only point at a web page: "For more information, see [Media types](https://a.example/types)."
 * A model cannot open the page. Links to another part of the document are kept. A description that has only such sentences is not changed.
 */
export function removePointers(text: string): string {
  if (!text.includes("](") && !text.includes("</a>")) return text;
  const rest = text.replace(pointer, "");
  return rest.trim() === "" ? text : rest;
}

const opening =
  "(?:For|To|Learn|Read|Find)[ ](?:(?:more|further|additional)[ ](?:information|details?|help)|learn[ ]more|more|out[ ]more)\\b";
/** The length is bounded, so that a search that fails does not read the rest of the line. */
const words = "[^\\n.[\\]<>(]{0,120}";
const link = "(?:\\[[^\\[\\]\\n]{1,160}\\]\\((?:https?:/)?/[^()\\s]{1,400}\\)|<a\\s[^<>]{0,400}>[^<>\\n]{1,160}</a>)";
/**
 * The text after the link, to the end of the sentence. The quotation mark and the full stop are optional, because they may be in the link.
 */
const closing = "[\"”']?[ \\w']{0,60}\\.?[\"”']?(?=\\s|<|$)";

/** Matches a sentence that points at a web page, with the space before it. It is at the beginning of a line or after another sentence. */
const pointer = new RegExp(`(?:^|(?<=[.!?:)"”>])[ \\t]+|(?<=[\\n>]))${opening}${words}${link}${closing}`, "g");
