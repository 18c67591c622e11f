/** A name, a number, a string or another character of Python code. White space and comments are not tokens. */
export interface PythonToken {
  /** The source of the token; `"` for every string. */
  readonly text: string;
  /** The offset of the token in the code. */
  readonly start: number;
}

interface FormattedString {
  /** The one or three quotation marks that end the string. */
  readonly quote: string;
  readonly isRaw: boolean;
}

/** A replacement field in an f-string: `{`, an expression, perhaps `:` and a format, `}`. */
interface Field {
  readonly of: FormattedString;
  /** Whether the tokenizer is in the format of the field, after `:`. A format may contain fields. */
  readonly isFormat: boolean;
  /** The number of open brackets in the expression of the field. */
  readonly depth: number;
}

/** Matches a name or a number. The dots in `1..bit_length()` are part of the number. */
const wordAt = /[\p{L}_][\p{L}\p{M}\p{N}_]*|\d[\w.]*/uy;
const stringPrefix = /^(?:[bfrtu]|[bft]r|r[bft])$/i;

/** Python code as its tokens, with what the tokens alone do not say. */
export interface ReadPython {
  readonly tokens: readonly PythonToken[];
  /** The offsets of the line breaks that are in no string and are not escaped. */
  readonly lineBreaks: readonly number[];
  /** The offset of the first string without an end; `undefined` if all strings end. */
  readonly openString: number | undefined;
}

/** The tokens of Python code. */
export function pythonTokens(code: string): readonly PythonToken[] {
  return readPython(code).tokens;
}

/**
 * Reads Python code (The Python Language Reference, chapter 2). The tokens in the replacement fields
 * of an f-string follow the token of the string. Every text is accepted: an unterminated string ends with its line. Takes linear time.
 */
export function readPython(code: string): ReadPython {
  const tokens: PythonToken[] = [];
  const lineBreaks: number[] = [];
  let openString: number | undefined;
  const fields: Field[] = [];
  let at = 0;
  while (at < code.length) {
    const character = code[at] ?? "";
    const field = fields.at(-1);
    if (field?.isFormat) {
      skipFormat(field.of);
      continue;
    }
    wordAt.lastIndex = at;
    const word = wordAt.exec(code)?.[0];
    if (word !== undefined) {
      const isPrefix = /["']/.test(code[at + word.length] ?? "") && stringPrefix.test(word);
      if (!isPrefix) tokens.push({ text: word, start: at });
      at += word.length;
      if (isPrefix) startString(word.toLowerCase());
    } else if (character === '"' || character === "'") startString("");
    else if (character === "#") {
      at = endOfLine(code, at);
      // A backslash at the end of a comment escapes nothing.
      if (at < code.length) lineBreaks.push(at);
      at++;
    } else if (field?.depth === 0 && character === "}") endField();
    else if (field?.depth === 0 && character === ":") {
      fields.splice(-1, 1, { ...field, isFormat: true });
      at++;
    } else {
      const change = "([{".includes(character) ? 1 : ")]}".includes(character) ? -1 : 0;
      if (field !== undefined && change !== 0) fields.splice(-1, 1, { ...field, depth: field.depth + change });
      if (!/[\s\\]/.test(character)) tokens.push({ text: character, start: at });
      if (character === "\n" && !/\\\r?$/.test(code.slice(Math.max(at - 2, 0), at))) lineBreaks.push(at);
      at++;
    }
  }
  if (fields.length > 0) openString ??= code.length;
  return { tokens, lineBreaks, openString };

  /** Reads the string whose quotation marks begin at `at`, after a prefix such as `rf`: an f-string only to its first field. */
  function startString(prefix: string): void {
    tokens.push({ text: '"', start: at });
    const first = code[at] ?? "";
    const quote = code.startsWith(first.repeat(3), at) ? first.repeat(3) : first;
    at += quote.length;
    if (/[ft]/.test(prefix)) skipFormatted({ quote, isRaw: prefix.includes("r") });
    else skipPlain(quote);
  }

  function skipPlain(quote: string): void {
    const start = at - quote.length;
    while (at < code.length) {
      if (endsString(quote)) return;
      at += code[at] === "\\" ? (code.startsWith("\r\n", at + 1) ? 3 : 2) : 1;
    }
    openString ??= start;
  }

  /** Whether the string ends at `at`. If it does, `at` is moved to the end of the quotation marks. */
  function endsString(quote: string): boolean {
    if (quote.length === 1 && code[at] === "\n") {
      openString ??= at;
      return true;
    }
    if (!code.startsWith(quote, at)) return false;
    at += quote.length;
    return true;
  }

  /** Skips the text of an f-string, to its end or into its next field. */
  function skipFormatted(of: FormattedString): void {
    while (at < code.length && !endsString(of.quote)) {
      if (code.startsWith("{{", at)) at += 2;
      else if (code[at] === "{") {
        startField(of);
        return;
      } else if (code[at] !== "\\") at++;
      // The braces of a named character such as `\N{DASH}` are not a field. A backslash does not escape other braces.
      else if (!of.isRaw && code.startsWith("N{", at + 1)) at = endOfLine(code, at, "}");
      else at += /[{}]/.test(code[at + 1] ?? "") ? 1 : code.startsWith("\r\n", at + 1) ? 3 : 2;
    }
  }

  /** Skips the format of a field, to the end of the field or into a field in the format. */
  function skipFormat(of: FormattedString): void {
    while (at < code.length && code[at] !== "{" && code[at] !== "}") {
      if (endsString(of.quote)) {
        fields.pop();
        return;
      }
      at++;
    }
    if (code[at] === "{") startField(of);
    else endField();
  }

  /** Begins the replacement field whose `{` is at `at`. It may be inside of another one, in the format of that one. */
  function startField(of: FormattedString): void {
    tokens.push({ text: "{", start: at });
    at++;
    fields.push({ of, isFormat: false, depth: 0 });
  }

  function endField(): void {
    tokens.push({ text: "}", start: at });
    at++;
    const ended = fields.pop();
    // After a field that is nested in a format specifier, the rest of the specifier follows, not the text of the f-string.
    if (ended !== undefined && fields.at(-1)?.isFormat !== true) skipFormatted(ended.of);
  }
}

/** The offset of the next `end`, which is a line break by default; the length of the code if `end` does not follow. */
function endOfLine(code: string, from: number, end = "\n"): number {
  const found = code.indexOf(end, from);
  return found === -1 ? code.length : found;
}
