import { parseAst } from "rolldown/parseAst";

/** What is wrong with the syntax of a module. TypeScript takes five times as long to say so, since it also writes the module. */
export function syntaxErrors(path: string, text: string): string[] {
  const lang = path.endsWith(".d.ts") ? "dts" : /\.[cm]?ts$/.test(path) ? "ts" : "js";
  try {
    parseAst(text, { lang });
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
