/**
 * Joins the TypeScript modules of each file of a package into one module: their imports of each other go, and names that would be equal
 * become different. Comments and types stay.
 */
import { dirname, join, relative } from "node:path";

/**
 * @typedef {typeof import("typescript")} TypeScript
 * @typedef {import("typescript").Symbol} TsSymbol
 * @typedef {import("typescript").SourceFile} SourceFile
 * @typedef {import("typescript").Node} Node
 * @typedef {{ chunks: ReadonlyMap<string, readonly string[]>, entries: ReadonlyMap<string, string> }} Plan
 * @typedef {{ start: number, end: number, text: string }} Edit
 * @typedef {{ alias: TsSymbol, local: string, original: string, isType: boolean, from: string, isOurs: boolean }} Imported A name that a
 *   module imports from a chunk or from a package; `original` is its name there, `*` for all names.
 */

/**
 * The text of each file by its name: of the chunks, and of the entries whose own module is in another chunk.
 * @type {(ts: TypeScript, sources: readonly string[], plan: Plan) => Map<string, string>}
 */
export function joinModules(ts, sources, { chunks, entries }) {
  const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, allowImportingTsExtensions: true, types: ["node"] };
  const host = ts.createCompilerHost(options);
  // Packages are not read: only the names of the library's own declarations are asked for.
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith(".") ? { resolvedFileName: join(dirname(file), text), extension: ts.Extension.Ts } : undefined,
    }));
  const program = ts.createProgram(sources, options, host);
  const checker = program.getTypeChecker();
  const chunkOf = new Map([...chunks].flatMap(([name, paths]) => paths.map((path) => [path, name])));
  const joined = new Map([...chunks].map(([name, paths]) => [name, chunkText(name, paths)]));
  for (const [name, path] of entries) if (!joined.has(name)) joined.set(name, reexports(name, exportsOf(path)));
  return joined;

  /** @type {(name: string, paths: readonly string[]) => string} */
  function chunkText(name, paths) {
    const files = paths.map(fileAt);
    const entry = entries.get(name);
    const isEntry = entry !== undefined && chunkOf.get(entry) === name;
    const exported = isEntry ? exportsOf(entry) : files.flatMap(declaredIn).filter(isExported);
    const outer = files.flatMap((file) => importedIn(file).filter(({ from }) => from !== name));
    const renamed = renamedIn(files, { exported: new Set(exported), outer });
    const bodies = files.map((file) => {
      const edits = [
        ...withoutImports(file),
        ...withoutExports(file, new Set(exported)),
        ...referencesIn(file, renamed, name),
        ...markPure(file),
      ];
      return applied(file.text, edits).trim();
    });
    const others = exported.filter((symbol) => chunkOfSymbol(symbol) !== name);
    return `${[importLines(name, outer, renamed), ...bodies, reexports(name, others)].filter((text) => text !== "").join("\n\n")}\n`;
  }

  /** @type {(name: string, symbols: readonly TsSymbol[]) => string} */
  function reexports(name, symbols) {
    return statements(
      "export",
      symbols.map((symbol) => [specifierOf(name, chunkOfSymbol(symbol) ?? ""), named(symbol.name, symbol.name, isTypeAlone(symbol))]),
    );
  }

  /** @type {(name: string, outer: readonly Imported[], renamed: ReadonlyMap<TsSymbol, string>) => string} */
  function importLines(name, outer, renamed) {
    return statements(
      "import",
      outer.map(({ alias, local, original, isType, from, isOurs }) => [
        isOurs ? specifierOf(name, from) : from,
        named(original, renamed.get(alias) ?? local, isType),
      ]),
    );
  }

  /** @type {(keyword: string, parts: readonly (readonly [from: string, what: string])[]) => string} */
  function statements(keyword, parts) {
    /** @type {Map<string, Set<string>>} */
    const byModule = new Map();
    for (const [from, what] of parts) byModule.set(from, (byModule.get(from) ?? new Set()).add(what));
    return [...byModule]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => {
        // What one module needs as a value, others may need as a type.
        const needed = [...names].filter((name) => !name.startsWith("type ") || !names.has(name.slice("type ".length)));
        const [whole, parts] = [needed.filter((name) => name.includes("* as ")), needed.filter((name) => !name.includes("* as "))];
        const lines = whole.map((name) => `${keyword} ${name} from "${from}";`);
        return [...lines, ...(parts.length === 0 ? [] : [`${statementOf(keyword, parts.sort())} from "${from}";`])].join("\n");
      })
      .join("\n");
  }

  /**
   * Of types alone, nothing is left in JavaScript: without the first `type`, it would still load the module, which may be an SDK that the
   * user does not have.
   * @type {(keyword: string, names: readonly string[]) => string}
   */
  function statementOf(keyword, names) {
    const types = names.filter((name) => name.startsWith("type "));
    if (types.length < names.length) return `${keyword} { ${names.join(", ")} }`;
    return `${keyword} type { ${types.map((name) => name.slice("type ".length)).join(", ")} }`;
  }

  /** A name in an import or export. @type {(name: string, local: string, isType: boolean) => string} */
  function named(name, local, isType) {
    return `${isType ? "type " : ""}${name}${name === local ? "" : ` as ${local}`}`;
  }

  /** @type {(symbol: TsSymbol) => boolean} */
  function isTypeAlone(symbol) {
    return !(symbol.flags & ts.SymbolFlags.Value);
  }

  /** @type {(from: string, to: string) => string} */
  function specifierOf(from, to) {
    const path = relative(dirname(`/${from}`), `/${to}.ts`);
    return path.startsWith(".") ? path : `./${path}`;
  }

  /**
   * New names for declarations whose names are those of others in the chunk, of imports, or of globals that the chunk uses.
   * @type {(files: readonly SourceFile[], known: { exported: ReadonlySet<TsSymbol>, outer: readonly Imported[] }) => Map<TsSymbol, string>}
   */
  function renamedIn(files, { exported, outer }) {
    const taken = new Set(files.flatMap(globalsIn));
    /** @type {Map<TsSymbol, string>} */
    const renamed = new Map();
    /** @type {Map<string, string>} What each imported name stands for. */
    const imported = new Map();
    for (const { alias, local, original, from } of outer) {
      const meaning = `${original} of ${from}`;
      const name = freeName(local, (each) => taken.has(each) && imported.get(each) !== meaning);
      if (name !== local) renamed.set(alias, name);
      imported.set(name, meaning);
      taken.add(name);
    }
    const declared = [...new Set(files.flatMap(declaredIn))];
    for (const symbol of [...declared.filter((each) => exported.has(each)), ...declared.filter((each) => !exported.has(each))]) {
      const name = freeName(symbol.name, (each) => taken.has(each));
      if (name !== symbol.name && exported.has(symbol))
        throw new Error(`"${symbol.name}" is exported, and is also the name of something else.`);
      if (name !== symbol.name) renamed.set(symbol, name);
      taken.add(name);
    }
    return renamed;
  }

  /** @type {(file: SourceFile) => Edit[]} */
  function withoutImports(file) {
    return file.statements
      .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
      .map((statement) => ({ start: statement.getStart(file), end: statement.end + 1, text: "" }));
  }

  /** Declarations that only other modules of the chunk import. @type {(file: SourceFile, exported: ReadonlySet<TsSymbol>) => Edit[]} */
  function withoutExports(file, exported) {
    return file.statements.flatMap((statement) => {
      const keyword = ts.canHaveModifiers(statement)
        ? ts.getModifiers(statement)?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
        : undefined;
      if (keyword === undefined || namesOf(statement).some((name) => exported.has(definedAt(name)))) return [];
      return [{ start: keyword.getStart(file), end: keyword.end + 1, text: "" }];
    });
  }

  /**
   * The edits that rename what a module declares, and what it imports from the chunk under another name.
   * @type {(file: SourceFile, renamed: ReadonlyMap<TsSymbol, string>, chunk: string) => Edit[]}
   */
  function referencesIn(file, renamed, chunk) {
    /** @type {Edit[]} */
    const edits = [];
    /** @type {(node: Node) => void} */
    const visit = (node) => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
      if (ts.isIdentifier(node) && !isMemberName(node)) {
        const shorthand = ts.isShorthandPropertyAssignment(node.parent) ? node.parent : undefined;
        const symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(shorthand) : checker.getSymbolAtLocation(node);
        const target = symbol && defined(symbol);
        const isImported = symbol !== target && target !== undefined && chunkOfSymbol(target) === chunk;
        const name = target && (renamed.get(symbol) ?? renamed.get(target) ?? (isImported ? target.name : undefined));
        if (name !== undefined && name !== node.text)
          edits.push({ start: node.getStart(file), end: node.end, text: shorthand ? `${node.text}: ${name}` : name });
      }
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(file, visit);
    return edits;
  }

  /**
   * Marks how the constants of a module are made, so that bundlers remove those that a program does not need. As modules they were removed
   * whole, since none has side effects. The mark of a call does not include its arguments, so a function makes what does more than one call.
   * @type {(file: SourceFile) => Edit[]}
   */
  function markPure(file) {
    const declarations = file.statements.filter(ts.isVariableStatement).flatMap((statement) => statement.declarationList.declarations);
    return declarations.flatMap(({ initializer }) => {
      if (
        initializer === undefined ||
        !doesWork(initializer) ||
        file.text.slice(initializer.pos, initializer.end).trim().startsWith(pureMark)
      )
        return [];
      const isOneCall = (ts.isCallExpression(initializer) || ts.isNewExpression(initializer)) && !initializer.arguments?.some(doesWork);
      const [start, end] = [initializer.getStart(file), initializer.end];
      if (isOneCall) return [{ start, end: start, text: `${pureMark} ` }];
      return [
        { start, end: start, text: `${pureMark} (() => (` },
        { start: end, end, text: "))()" },
      ];
    });
  }

  /** Whether an expression does what a bundler may take for a side effect. @type {(node: Node) => boolean} */
  function doesWork(node) {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return false;
    const isWork =
      ts.isCallExpression(node) ||
      ts.isNewExpression(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isTemplateExpression(node) ||
      ts.isSpreadElement(node) ||
      ts.isSpreadAssignment(node);
    return isWork || ts.forEachChild(node, (child) => doesWork(child) || undefined) === true;
  }

  /** @type {(file: SourceFile) => Imported[]} */
  function importedIn(file) {
    return file.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
      const bindings = importClause?.namedBindings;
      if (!ts.isStringLiteral(moduleSpecifier) || bindings === undefined)
        throw new Error(`${file.fileName} has an import that does not name what it imports.`);
      const names = ts.isNamedImports(bindings) ? bindings.elements : [bindings];
      return names.map((element) => {
        const alias = checker.getSymbolAtLocation(element.name);
        const local = element.name.text;
        if (alias === undefined) throw new Error(`${file.fileName} imports ${local}, which is not declared.`);
        const chunk = chunkOfSymbol(defined(alias));
        if (chunk !== undefined) {
          const symbol = defined(alias);
          return { alias, local, original: symbol.name, isType: isTypeAlone(symbol), from: chunk, isOurs: true };
        }
        const isType = importClause?.isTypeOnly === true || (ts.isImportSpecifier(element) && element.isTypeOnly);
        const original = ts.isImportSpecifier(element) ? (element.propertyName ?? element.name).text : "*";
        return { alias, local, original, isType, from: moduleSpecifier.text, isOurs: false };
      });
    });
  }

  /** The names of globals that a module uses. @type {(file: SourceFile) => string[]} */
  function globalsIn(file) {
    const declaring =
      ts.SymbolFlags.Variable | ts.SymbolFlags.Function | ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias;
    /** @type {string[]} */
    const found = [];
    /** @type {(node: Node) => void} */
    const visit = (node) => {
      const symbol = ts.isIdentifier(node) && !isMemberName(node) ? checker.getSymbolAtLocation(node) : undefined;
      if (symbol && symbol.flags & declaring && symbol.declarations?.every((each) => each.getSourceFile().isDeclarationFile))
        found.push(symbol.name);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  }

  /** Whether a name is that of a member, whose symbol depends on types, which take long. @type {(name: import("typescript").Identifier) => boolean} */
  function isMemberName(name) {
    const { parent } = name;
    if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === name;
    if (ts.isBindingElement(parent)) return parent.propertyName === name;
    return ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent);
  }

  /** What a module declares at its top level. @type {(file: SourceFile) => TsSymbol[]} */
  function declaredIn(file) {
    return file.statements.flatMap((statement) => namesOf(statement).map(definedAt));
  }

  /** @type {(statement: Node) => import("typescript").Identifier[]} */
  function namesOf(statement) {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name).filter(ts.isIdentifier);
    const isDeclaration =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return isDeclaration && statement.name !== undefined ? [statement.name] : [];
  }

  /** @type {(symbol: TsSymbol) => boolean} */
  function isExported(symbol) {
    return symbol.declarations?.some((each) => ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Export) === true;
  }

  /** @type {(path: string) => TsSymbol[]} */
  function exportsOf(path) {
    const module = checker.getSymbolAtLocation(fileAt(path));
    if (module === undefined) throw new Error(`${path} exports nothing.`);
    return checker.getExportsOfModule(module).map(defined);
  }

  /** @type {(symbol: TsSymbol) => string | undefined} */
  function chunkOfSymbol(symbol) {
    return chunkOf.get(symbol.declarations?.[0]?.getSourceFile().fileName ?? "");
  }

  /** @type {(name: Node) => TsSymbol} */
  function definedAt(name) {
    const symbol = checker.getSymbolAtLocation(name);
    if (symbol === undefined) throw new Error(`${name.getText()} is not declared.`);
    return defined(symbol);
  }

  /** @type {(symbol: TsSymbol) => TsSymbol} */
  function defined(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  /** @type {(path: string) => SourceFile} */
  function fileAt(path) {
    const file = program.getSourceFile(path);
    if (file === undefined) throw new Error(`${path} was not read.`);
    return file;
  }
}

/** The name itself, or the first with a number behind it that is not taken. @type {(name: string, isTaken: (name: string) => boolean) => string} */
function freeName(name, isTaken) {
  for (let free = name, count = 2; ; free = `${name}$${count++}`) if (!isTaken(free)) return free;
}

const pureMark = "/* @__PURE__ */";

/** @type {(text: string, edits: readonly Edit[]) => string} */
function applied(text, edits) {
  let result = text;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + replacement + result.slice(end);
  return result;
}
