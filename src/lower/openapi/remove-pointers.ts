/**
 * A description without the sentences that only point at a web page: "For more information, see [Media types](https://a.example/types)."
 * A model cannot open the page. A link to another part of the document is kept, and so is a description of only such sentences.
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
/** Quotes and full stops may be in the link, or after it. */
const closing = "[\"”']?[ \\w']{0,60}\\.?[\"”']?(?=\\s|<|$)";

/** A sentence at the beginning of a line or after another sentence, with the space before it. */
const pointer = new RegExp(`(?:^|(?<=[.!?:)"”>])[ \\t]+|(?<=[\\n>]))${opening}${words}${link}${closing}`, "g");
