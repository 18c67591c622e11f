import type { Lexer } from "yaml";
import { yamlLibrary } from "./yaml-library.ts";

/** The members of the lexer of `yaml` that `lenientLexer` needs. They are not public, so the version of `yaml` is exact. */
interface LexerState {
  readonly buffer: string;
  readonly pos: number;
  continueScalar: (offset: number) => number;
}

/**
 * A lexer that reads a quoted text to its closing quote, also if a line of it is not indented deeper than the key. YAML 1.2 forbids such
 * lines, but other parsers read them. `onShallow` gets the offset of each such line.
 */
export function lenientLexer(onShallow: (offset: number) => void): Lexer {
  const { Lexer } = yamlLibrary();
  const lexer = new Lexer();
  const state = lexer as unknown as LexerState; // The cast is safe for the exact version of `yaml`; a test reads such a text.
  const strict = state.continueScalar.bind(lexer);
  state.continueScalar = (offset) => {
    const end = strict(offset);
    const quote = state.buffer.charAt(state.pos);
    if (end !== -1 || (quote !== "'" && quote !== '"') || isMarker(state.buffer, offset)) return end;
    onShallow(offset);
    return offset + indentation(state.buffer, offset);
  };
  return lexer;
}

/** Whether the line begins or ends a document. */
function isMarker(text: string, offset: number): boolean {
  return /^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(offset, offset + 4));
}

function indentation(text: string, offset: number): number {
  return /^ */.exec(text.slice(offset, offset + 1_000))?.[0].length ?? 0;
}
