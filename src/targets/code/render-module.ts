import { assignNames } from "../../source/text/assign-names.ts";
import { compareText } from "../../source/text/compare.ts";
import { CodeFragment, type CodeValue, Identifier, Import, List, type ListItem, type ModuleForm, SchemaExpression } from "./code.ts";
import { lineComment } from "./comment.ts";
import { lineWidth, literal, type PrintPosition, quote, type ReferenceNames, scalar } from "./literal.ts";

/** A module before it is printed. */
export interface Module {
  /** The text of the comment on the first line. */
  readonly banner: string;
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
    ...importLines(form === "d.ts" ? asTypes(imports) : imports, locals),
  ];
  let text = `${lineComment(banner)}\n`;
  if (lines.length > 0)
    text += `\n${lines
      .sort((a, b) => compareText(importOrder(a.from), importOrder(b.from)))
      .map(({ line }) => `${line}\n`)
      .join("")}`;
  for (const statement of statements) text += `\n${render(statement, form, locals)}\n`;
  // A file without imports and exports would be a script, not a module.
  return statements.length > 0 ? text : `${text}\nexport {};\n`;
}

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
    else if (value instanceof Import) imports.set(importId(value), value);
    else if (value instanceof SchemaExpression) gatherImports(value.references, imports);
    else if (value instanceof List) gatherImports(value.items, imports);
  }
}

function gatherImports(items: readonly ListItem[], imports: Map<string, Import>): void {
  for (const item of items) if (item instanceof Import) imports.set(importId(item), item);
}

/** The imports of a declaration file, all changed to imports of types. */
function asTypes(imports: ReadonlyMap<string, Import>): ReadonlyMap<string, Import> {
  return new Map([...imports].map(([id, { name, from }]) => [id, new Import(name, from, "type")]));
}

/**
 * The local names of imports, by import id. If an import has the name of a declaration, the import is renamed, since declared names are
 * public.
 */
function localNames(imports: ReadonlyMap<string, Import>, taken: readonly string[]): ReadonlyMap<string, string> {
  const names = new Set([...[...imports.values()].map(({ name }) => name), ...taken]);
  // In most modules, all names differ, so no import is renamed.
  if (names.size === imports.size + taken.length) return new Map([...imports].map(([id, { name }]) => [id, name]));
  return assignNames(
    [...imports].map(([id, { name }]) => ({ id, name })),
    taken,
  );
}

/** One import statement for each module, with sorted names. */
function importLines(imports: ReadonlyMap<string, Import>, locals: ReadonlyMap<string, string>): { from: string; line: string }[] {
  const byModule = new Map<string, { names: { name: string; text: string }[]; hasValue: boolean }>();
  for (const [id, { name, from, kind }] of imports) {
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
    else if (value instanceof Identifier || value instanceof Import) pieces.push(nameOf(value, locals));
    else if (value instanceof List) pieces.push(printList(value, locals, positionBehind(pieces)));
    else if (value instanceof SchemaExpression) pieces.push(literal(value.json, positionBehind(pieces), referenceNames(value, locals)));
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

function referenceNames({ references }: SchemaExpression, locals: ReadonlyMap<string, string>): ReferenceNames {
  return new Map(references.map((each) => [`#/$defs/${each.name}`, nameOf(each, locals)]));
}

function printList({ items }: List, locals: ReadonlyMap<string, string>, { indent, column }: PrintPosition): string {
  const inner = `${indent}  `;
  const texts = items.map((item) => (isName(item) ? nameOf(item, locals) : literal(item, { indent: inner, column: inner.length })));
  const onOneLine = `[${texts.join(", ")}]`;
  if (items.every(isName) && column + onOneLine.length + 4 <= lineWidth) return onOneLine;
  return `[\n${texts.map((text) => `${inner}${text},\n`).join("")}${indent}]`;
}

function isName(item: ListItem): item is Import | Identifier {
  return item instanceof Import || item instanceof Identifier;
}

function nameOf(value: Import | Identifier, locals: ReadonlyMap<string, string>): string {
  return value instanceof Identifier ? value.name : (locals.get(importId(value)) ?? value.name);
}

function importId({ name, from, kind }: Import): string {
  return `${from} ${name} ${kind}`;
}
