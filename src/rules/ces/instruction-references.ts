/** A reference in an instruction: `{@TOOL: find_orders}`, `{@AGENT: Support}` or `{customer_name}`. */
export interface InstructionReference {
  readonly kind: "tool" | "agent" | "variable";
  readonly name: string;
  /** The offsets of the name in the instruction. */
  readonly start: number;
  readonly end: number;
}

/**
 * Matches references in single braces. Double braces and braces after `$` do not match, because they belong to the templates of other
 * programs.
 */
const reference = /(?<![{$])\{(?:@(TOOL|AGENT):([^{}\n]*)|([A-Za-z_][\w.]*))\}(?!\})/g;

/** The references in an instruction, without references in its inline examples. Takes linear time. */
export function instructionReferences(text: string): InstructionReference[] {
  const found: InstructionReference[] = [];
  for (const match of withoutExamples(text).matchAll(reference)) {
    const [whole, kind, named = "", variable] = match;
    const written = variable ?? named;
    const name = written.trim();
    const start = match.index + whole.length - 1 - written.trimStart().length;
    const referent = kind === "TOOL" ? "tool" : kind === "AGENT" ? "agent" : "variable";
    // A text such as "Never write {@TOOL: ...}" contains no name.
    const isName = /[\p{L}\p{N}_]/u.test(name);
    if (isName) found.push({ kind: referent, name, start, end: start + name.length });
  }
  return found;
}

/** The text with spaces in place of the inline examples, because braces have no meaning in examples. */
function withoutExamples(text: string): string {
  const [before = "", ...examples] = text.split(/(?=<inline_example\b)/i);
  return examples.reduce((sum, example) => {
    const end = example.search(/<\/inline_example>/i);
    return sum + (end === -1 ? example : " ".repeat(end) + example.slice(end));
  }, before);
}
