import { compareText } from "../../source/text/compare.ts";
import {
  CodeFragment,
  type CodeValue,
  Identifier,
  Import,
  List,
  type ListItem,
  type ModuleForm,
  NamespaceMember,
  SchemaExpression,
} from "./code.ts";
import { lineComment } from "./comment.ts";
import { type LiteralNames, lineWidth, literal, type PrintPosition, quote, scalar } from "./literal.ts";

/** A module before it is printed. */
export interface Module {
  /** The text of the comment on the first line. */
  readonly banner: string;
  /** For a module of data: `tsc` reads its declared types, and checks nothing. */
  readonly isUnchecked?: true;
  /** Imports of the form `import type * as <name>`. The module cannot declare a name that is equal to one of these. */
  readonly namespaces: readonly Import[];
  readonly statements: readonly CodeFragment[];
}

/** Renders a module in one of its forms: the banner, then the sorted imports, then the statements. */
export function renderModule(module: Module, form: ModuleForm): string {
  const { banner } = module;
  const statements = module.statements.filter(({ forms }) => forms.includes(form));
  const namespaces = form === "js" ? [] : module.namespaces;
  const imports = new Map<string, Import>();
  const declared = new Set<string>();
  for (const statement of statements) collect(statement, form, { imports, declared });
  const fixed = namespaces.find(({ name }) => declared.has(name));
  if (fixed !== undefined) throw new Error(`A module declares ${fixed.name}, which it also imports.`);
  const locals = localNames(imports, [...declared, ...namespaces.map(({ name }) => name)]);
  const lines = [
    ...namespaces.map(({ name, from }) => ({ from, line: `import type * as ${name} from ${quote(from)};` })),
    ...namespaceLines(imports, locals, form),
    ...importLines(imports, locals, form),
  ];
  let text = `${lineComment(banner)}\n`;
  if (form === "ts" && module.isUnchecked) text += `${uncheckedComment}\n`;
  if (lines.length > 0)
    text += `\n${lines
      .sort((a, b) => compareText(importOrder(a.from), importOrder(b.from)))
      .map(({ line }) => `${line}\n`)
      .join("")}`;
  for (const statement of statements) text += `\n${render(statement, form, locals)}\n`;
  // A file without imports and exports would be a script, not a module.
  return statements.length > 0 ? text : `${text}\nexport {};\n`;
}

/**
 * Checking the literals of a thousand tools takes `tsc` as long as all that it does with their types. The compiler's tests check modules
 * without this line.
 */
export const uncheckedComment = "// @ts-nocheck The types are declared, and the data is what toolsetc has checked.";

/** A sort key: packages come before relative paths. */
function importOrder(from: string): string {
  return `${from.startsWith(".") ? 1 : 0}${from}`;
}

function collect({ values, forms }: CodeFragment, form: ModuleForm, names: { imports: Map<string, Import>; declared: Set<string> }): void {
  if (!forms.includes(form)) return;
  const { imports, declared } = names;
  for (const value of values) {
    if (typeof value !== "object" || value === null) continue;
    if (value instanceof CodeFragment) collect(value, form, names);
    else if (value instanceof Identifier) declared.add(value.name);
    else if (value instanceof Import || value instanceof NamespaceMember) gatherImports([value], imports);
    else if (value instanceof SchemaExpression) gatherImports(value.references, imports);
    else if (value instanceof List) gatherImports(value.items, imports);
  }
}

function gatherImports(items: readonly ListItem[], imports: Map<string, Import>): void {
  for (const item of items) {
    const imported = item instanceof NamespaceMember ? item.namespace : item;
    if (imported instanceof Import) imports.set(importId(imported), imported);
  }
}

/**
 * The local names of imports, by import id. If an import has the name of a declaration or of another import, it is renamed, since declared
 * names are public: `Order` becomes `Order_`.
 */
function localNames(imports: ReadonlyMap<string, Import>, declared: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(declared);
  return new Map(
    [...imports].map(([id, { name }]) => {
      let local = name;
      while (taken.has(local)) local += "_";
      taken.add(local);
      return [id, local];
    }),
  );
}

/** An import statement, and the module that it imports. */
interface ImportLine {
  readonly from: string;
  readonly line: string;
}

/** One import statement for each module that is imported as a namespace. A declaration file imports only types. */
function namespaceLines(imports: ReadonlyMap<string, Import>, locals: ReadonlyMap<string, string>, form: ModuleForm): ImportLine[] {
  const start = form === "d.ts" ? "import type" : "import";
  return [...imports].flatMap(([id, { from, kind }]) =>
    kind === "namespace" ? [{ from, line: `${start} * as ${locals.get(id)} from ${quote(from)};` }] : [],
  );
}

/** One import statement for each module of which names are imported, with sorted names. A declaration file imports only types. */
function importLines(imports: ReadonlyMap<string, Import>, locals: ReadonlyMap<string, string>, form: ModuleForm): ImportLine[] {
  const byModule = new Map<string, { names: { name: string; text: string }[]; hasValue: boolean }>();
  for (const [id, { name, from, kind: imported }] of imports) {
    if (imported === "namespace") continue;
    const kind = form === "d.ts" ? "type" : imported;
    const local = locals.get(id);
    const text = local === name ? name : `${name} as ${local}`;
    const found = byModule.get(from) ?? { names: [], hasValue: false };
    byModule.set(from, found);
    found.names.push({ name, text: kind === "type" ? `type ${text}` : text });
    found.hasValue ||= kind === "value";
  }
  return [...byModule].map(([from, { names, hasValue }]) => {
    const sorted = names
      .sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.name, b.name))
      .map(({ text }) => (hasValue ? text : text.slice("type ".length)));
    const start = hasValue ? "import" : "import type";
    const line = `${start} { ${sorted.join(", ")} } from ${quote(from)};`;
    return {
      from,
      line: line.length <= lineWidth || sorted.length === 1 ? line : `${start} {\n  ${sorted.join(",\n  ")},\n} from ${quote(from)};`,
    };
  });
}

/** Prints a statement. The position in the line is computed only for values that may be broken into lines. */
function render(statement: CodeFragment, form: ModuleForm, locals: ReadonlyMap<string, string>): string {
  const pieces: string[] = [];

  function print({ texts, values, forms }: CodeFragment): void {
    if (!forms.includes(form)) return;
    for (let index = 0; index < texts.length; index++) {
      pieces.push(texts[index] ?? "");
      const value = values[index];
      if (value !== undefined) printValue(value);
    }
  }

  function printValue(value: CodeValue): void {
    if (value instanceof CodeFragment) print(value);
    else if (isName(value)) pieces.push(nameOf(value, locals));
    else if (value instanceof List) pieces.push(printList(value, locals, positionBehind(pieces)));
    else if (value instanceof SchemaExpression) pieces.push(literal(value.json, positionBehind(pieces), literalNames(value, locals)));
    else pieces.push(typeof value === "object" && value !== null ? literal(value, positionBehind(pieces)) : scalar(value));
  }

  print(statement);
  return pieces.join("");
}

/** The indentation and the length of the last line of the text printed so far. */
function positionBehind(pieces: readonly string[]): PrintPosition {
  let line = "";
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index] ?? "";
    const start = piece.lastIndexOf("\n") + 1;
    line = piece.slice(start) + line;
    if (start > 0) break;
  }
  return { indent: " ".repeat(indentation(line)), column: line.length };
}

function indentation(line: string): number {
  let end = 0;
  while (line.charCodeAt(end) === 0x20) end++;
  return end;
}

function literalNames({ references, constants }: SchemaExpression, locals: ReadonlyMap<string, string>): LiteralNames {
  return { references: new Map(references.map((each) => [`#/$defs/${each.name}`, nameOf(each, locals)])), constants };
}

function printList({ items }: List, locals: ReadonlyMap<string, string>, { indent, column }: PrintPosition): string {
  const inner = `${indent}  `;
  const texts = items.map((item) => (isName(item) ? nameOf(item, locals) : literal(item, { indent: inner, column: inner.length })));
  const onOneLine = `[${texts.join(", ")}]`;
  if (items.every(isName) && column + onOneLine.length + 4 <= lineWidth) return onOneLine;
  return `[\n${texts.map((text) => `${inner}${text},\n`).join("")}${indent}]`;
}

function isName(value: CodeValue): value is Import | NamespaceMember | Identifier {
  return value instanceof Import || value instanceof NamespaceMember || value instanceof Identifier;
}

function nameOf(value: Import | NamespaceMember | Identifier, locals: ReadonlyMap<string, string>): string {
  if (value instanceof NamespaceMember) return `${nameOf(value.namespace, locals)}.${value.name}`;
  return value instanceof Identifier ? value.name : (locals.get(importId(value)) ?? value.name);
}

function importId({ name, from, kind }: Import): string {
  return `${from} ${name} ${kind}`;
}
