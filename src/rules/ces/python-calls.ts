import { type PythonToken, pythonTokens } from "./python-tokens.ts";

/** A call of an attribute of a variable, such as `tools.find_orders()`. */
export interface PythonCall {
  readonly object: string;
  readonly attribute: string;
  /** The offset of the attribute in the code. */
  readonly start: number;
}

/** The calls of attributes of a global object in Python code. Empty if the code itself defines a variable with the name of the object. */
export function callsOf(object: string, code: string): PythonCall[] {
  // Most code does not contain the name of the object. This cheap test avoids the tokenization of such code.
  if (!code.includes(object)) return [];
  const tokens = pythonTokens(code);
  return isAssigned(tokens, object) ? [] : attributeCalls(tokens, code).filter((call) => call.object === object);
}

/** All calls of attributes of variables, such as `tools.find_orders()`. */
export function attributeCalls(tokens: readonly PythonToken[], code: string): PythonCall[] {
  return tokens.flatMap(({ text: object }, index) => {
    const [dot, attribute, bracket] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]];
    if (!isName(object) || isAttribute(tokens, index) || dot?.text !== "." || bracket?.text !== "(") return [];
    if (attribute === undefined || !isName(attribute.text)) return [];
    // A bracket on the next line begins another statement, unless a backslash joins the lines.
    const isCall = !code.slice(attribute.start, bracket.start).replaceAll("\\\n", "").includes("\n");
    return isCall ? [{ object, attribute: attribute.text, start: attribute.start }] : [];
  });
}

/** Whether a token is the name of an attribute: it follows a dot, and the dot is not the end of `...`. */
function isAttribute(tokens: readonly PythonToken[], index: number): boolean {
  return tokens[index - 1]?.text === "." && tokens[index - 2]?.text !== ".";
}

function isName(text: string): boolean {
  return /^[\p{L}_]/u.test(text);
}

/** Whether the code binds a name: by an assignment, an import, a loop, or as a parameter. */
function isAssigned(tokens: readonly PythonToken[], name: string): boolean {
  let parameters = 0;
  return tokens.some(({ text }, index) => {
    const before = tokens[index - 1]?.text;
    const after = tokens[index + 1]?.text;
    // `parameters` is the number of open brackets in the parameters of `def f(…)`.
    if (parameters > 0) parameters += text === "(" ? 1 : text === ")" ? -1 : 0;
    else if (text === "(" && tokens[index - 2]?.text === "def") parameters = 1;
    if (text !== name || isAttribute(tokens, index)) return false;
    const isEqual = after === "=" && tokens[index + 2]?.text === "=";
    const isTarget = ["import", "as", "for", "def", "class", "lambda"].includes(before ?? "");
    return isTarget || (after === "=" && !isEqual) || after === "in" || (parameters === 1 && ["(", ",", "*"].includes(before ?? ""));
  });
}
