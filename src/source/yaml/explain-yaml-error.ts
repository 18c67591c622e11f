import type { YAMLError } from "yaml";

/** Explains why a text is not valid YAML, as the end of the sentence "This file cannot be read:". */
export function explainYamlError({ code, message, pos: [start] }: YAMLError, text: string): string {
  if (text.trim() === "") return "the file is empty.";
  if (/^\r(?!\n)/.test(text.slice(start, start + 2)))
    return "there is a carriage return without a line feed here; lines must end with a line feed.";
  if (/\$\{$/.test(text.slice(0, start + 1)))
    return '"${" starts a template, which is not replaced. Write `$env_var` for a value that differs by environment, or put the value in quotes.';
  switch (code) {
    case "TAB_AS_INDENT":
      return "a tab is in the indentation, where YAML allows only spaces.";
    case "BAD_INDENT":
      return bracketReason(message) ?? "the indentation of this line does not match the lines before it.";
    case "MISSING_CHAR":
      return missing(message);
    case "MULTILINE_IMPLICIT_KEY":
      return 'a key must be on one line; perhaps a ":" or a quote is missing.';
    case "BLOCK_AS_IMPLICIT_KEY":
      return 'a ": " is inside a value without quotes; put the value in quotes.';
    case "BAD_ALIAS":
      return "this is not a valid alias.";
    case "BAD_DQ_ESCAPE":
      return "this is not a valid escape sequence in a string with double quotes.";
    case "BAD_SCALAR_START":
      return `a value without quotes cannot start with this character; put it in quotes.`;
    case "BLOCK_IN_FLOW":
      return "inside brackets, an array or object must also be written in brackets.";
    case "UNEXPECTED_TOKEN":
      return "the text from this position on is not valid YAML.";
    case "MULTIPLE_ANCHORS":
      return "a value can have only one anchor.";
    case "MULTIPLE_TAGS":
      return "a value can have only one tag.";
    case "BAD_DIRECTIVE":
      return 'this line starts with "%" but is not a directive of YAML.';
    case "KEY_OVER_1024_CHARS":
      return "a key can have at most 1,024 characters.";
    default:
      return `${message.split("\n")[0]?.replace(/[.:]$/, "") ?? "it is not YAML"}.`;
  }
}

function missing(message: string): string {
  if (message.includes("closing")) return `a closing ${/"/.test(message) ? "double" : "single"} quote is missing.`;
  const bracket = bracketReason(message);
  if (bracket !== undefined) return bracket;
  if (message.includes(",")) return 'a "," is missing before this position.';
  if (message.includes("whitespace") || message.includes("space")) return "a space is missing before this position.";
  return `${message.split("\n")[0]?.replace(/[.:]$/, "") ?? "a character is missing"}.`;
}

function bracketReason(message: string): string | undefined {
  const bracket = /end with a ([\]}])/.exec(message)?.[1];
  return bracket === undefined
    ? undefined
    : `a "${bracket}" is missing before this position, or this line has too little indentation to be inside the brackets.`;
}
