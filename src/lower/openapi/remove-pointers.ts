/**
 * A description without the sentences that only point at a web page: "For more information, see [Media types](https://a.example/types)."
 * A model cannot open it. A link to another part of the document is kept, and so is a description that is nothing else.
 */
export function removePointers(text: string): string {
  if (!text.includes("](") && !text.includes("</a>")) return text;
  const rest = text.replace(pointer, "");
  return rest.trim() === "" ? text : rest;
}

const opening =
  "(?:For|To|Learn|Read|Find)[ ](?:(?:more|further|additional)[ ](?:information|details?|help)|learn[ ]more|more|out[ ]more)\\b";
/** Bounded, so that each beginning is read once. */
const words = "[^\\n.[\\]<>(]{0,120}";
const link = "(?:\\[[^\\[\\]\\n]{1,160}\\]\\((?:https?:/)?/[^()\\s]{1,400}\\)|<a\\s[^<>]{0,400}>[^<>\\n]{1,160}</a>)";
/** Quotes and full stops may be in the link, or after it. */
const closing = "[\"”']?[ \\w']{0,60}\\.?[\"”']?(?=\\s|<|$)";

/** With the space before it. It begins a line, or follows a sentence. */
const pointer = new RegExp(`(?:^|(?<=[.!?:)"”>])[ \\t]+|(?<=[\\n>]))${opening}${words}${link}${closing}`, "g");
