import type { File } from "../target.ts";

/**
 * Adds exports to the root module, for toolsets that this run did not write, but whose files remain in the output folder. `former` is the
 * root module that the last run wrote. The order of its exports is preserved, so that a toolset that does not compile changes nothing in
 * the module. A file that is not the root module is returned unchanged.
 */
export function withKeptExports(file: File, former: string, isKept: (path: string) => boolean): File {
  const form = /^index\.(ts|js|d\.ts)$/.exec(file.path)?.[1];
  if (form === undefined) return file;
  const statements = statementsOf(file.text);
  const exported = new Set(statements.flatMap((statement) => reexportIn(statement)?.names ?? []));
  const count = statements.length;
  let next = 0;
  for (const statement of statementsOf(former)) {
    const at = statements.indexOf(statement);
    const found = at === -1 ? reexportIn(statement) : undefined;
    if (at !== -1) next = at + 1;
    else if (found !== undefined && isKept(`${found.module}.${form}`) && !found.names.some((name) => exported.has(name)))
      statements.splice(next++, 0, statement);
  }
  return statements.length === count ? file : { ...file, text: `${statements.join("\n\n")}\n` };
}

/** The banner and the statements of a root module, without the statement `export {};` of a module that exports nothing. */
function statementsOf(module: string): string[] {
  return module
    .trimEnd()
    .split("\n\n")
    .filter((statement) => statement !== "export {};");
}

const reexport = /^export (?:\* as ([\w$]+)|\{ ([\w$, ]+) \}) from "\.\/((?:toolsets|tools)\/[\w-]+(?:\/index)?)(?:\.[jt]s)?";$/;

/**
 * The exported names of a statement, and the path of the module that exports them, without a file extension; `undefined` for a statement
 * that re-exports nothing.
 */
function reexportIn(statement: string): { readonly names: readonly string[]; readonly module: string } | undefined {
  const [, namespace, members = "", module] = reexport.exec(statement) ?? [];
  if (module === undefined) return undefined;
  return { names: namespace === undefined ? members.split(", ").map((name) => name.replace(/^type /, "")) : [namespace], module };
}
