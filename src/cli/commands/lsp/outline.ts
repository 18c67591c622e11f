import { type DocumentSymbol, type Range, SymbolKind } from "vscode-languageserver";
import { isArray, isObject, type Json, member } from "../../../source/json/json.ts";
import { originOfKey, originOfValue, type Path, type Place, pointerOf, type Tree, textTree, valueAt } from "../../../source/tree.ts";
import { rangesOf } from "./to-diagnostic.ts";

/** An entry of the outline before its range is known. */
interface Entry {
  readonly name: string;
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly place: Place;
  readonly whole: Place;
  readonly children: readonly Entry[];
}

/** The methods under a path of an OpenAPI document; other members of a path are not operations. */
const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

/** The maps whose entries the outline lists, in documents and in configurations, each as a path of keys. */
const listed: readonly { readonly path: readonly string[]; readonly kind: SymbolKind }[] = [
  { path: ["components", "*"], kind: SymbolKind.Struct },
  { path: ["definitions"], kind: SymbolKind.Struct },
  { path: ["overrides"], kind: SymbolKind.Module },
  { path: ["overrides", "*", "tools"], kind: SymbolKind.Method },
  { path: ["environments"], kind: SymbolKind.Constant },
  { path: ["budgets"], kind: SymbolKind.Module },
  { path: ["sources"], kind: SymbolKind.Module },
  { path: ["toolsets"], kind: SymbolKind.Module },
  { path: ["tools"], kind: SymbolKind.Method },
];

/**
 * The outline of a file: its keys, the operations and components of a document, the toolsets of a configuration, and the documents inside a
 * definition.
 */
export function outlineOf(tree: Tree, nested: ReadonlyMap<string, Tree>): DocumentSymbol[] {
  const entries = entriesOf(textTree(tree), nested);
  const places = entries.flatMap(function all(entry: Entry): Place[] {
    return [entry.place, entry.whole, ...entry.children.flatMap(all)];
  });
  const ranges = rangesOf(places).map(({ range }) => range);
  let index = 0;
  const next = (): Range => {
    const range = ranges[index++];
    if (range === undefined) throw new Error("Every place was located.");
    return range;
  };
  // The order of these calls is the order of `places`.
  const symbolOf = ({ name, detail, kind, children }: Entry): DocumentSymbol => {
    const selectionRange = next();
    const range = around(selectionRange, next());
    return { name: name === "" ? '""' : name, detail, kind, range, selectionRange, children: children.map(symbolOf) };
  };
  return entries.map(symbolOf);
}

function entriesOf(tree: Tree, nested: ReadonlyMap<string, Tree>): readonly Entry[] {
  const root = tree.data;
  if (!isObject(root)) return [];
  return membersOf(tree, [], SymbolKind.Field, nested);
}

function membersOf(tree: Tree, path: Path, kind: SymbolKind, nested: ReadonlyMap<string, Tree>): readonly Entry[] {
  const value = valueAt(tree, path);
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, child]): Entry => {
    const at = [...path, key];
    const document = nested.get(pointerOf(at));
    const children = document === undefined ? childrenOf(tree, at, nested) : entriesOf(textTree(document), new Map());
    return {
      name: key,
      detail: detailOf(child),
      kind: path.length === 0 && isObject(child) ? SymbolKind.Namespace : kind,
      place: originOfKey(tree, at),
      whole: originOfValue(tree, at),
      children,
    };
  });
}

function childrenOf(tree: Tree, path: Path, nested: ReadonlyMap<string, Tree>): readonly Entry[] {
  if (path[0] === "paths" && path.length === 1) return operationsIn(tree);
  const list = listed.find((each) => matchesPath(each.path, path));
  if (list !== undefined) return membersOf(tree, path, list.kind, nested);
  const isAbove =
    [...nested.keys()].some((pointer) => pointer.startsWith(`${pointerOf(path)}/`)) ||
    listed.some((each) => each.path.length > path.length && matchesPath(each.path.slice(0, path.length), path));
  return isAbove ? membersOf(tree, path, SymbolKind.Field, nested) : [];
}

function operationsIn(tree: Tree): readonly Entry[] {
  const paths = member(tree.data, "paths");
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {})
      .filter(([method]) => methods.has(method.toLowerCase()))
      .map(([method, operation]) => {
        const at = ["paths", path, method];
        const [id, summary] = [member(operation, "operationId"), member(operation, "summary")];
        return {
          name: `${method.toUpperCase()} ${path}`,
          detail: [id, summary].filter((text) => typeof text === "string").join(" · "),
          kind: SymbolKind.Method,
          place: originOfKey(tree, at),
          whole: originOfValue(tree, at),
          children: [],
        };
      }),
  );
}

/** Whether a path has the steps of a pattern, in which `*` stands for any step. */
export function matchesPath(pattern: readonly string[], path: Path): boolean {
  return pattern.length === path.length && pattern.every((step, index) => step === "*" || step === path[index]);
}

/** The beginning of a scalar. */
function detailOf(value: Json): string {
  if (isObject(value) || isArray(value)) return "";
  const [line = ""] = String(value).split("\n");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** The range from the key to the end of the value. */
function around(key: Range, value: Range): Range {
  const isAfter = value.end.line > key.end.line || (value.end.line === key.end.line && value.end.character >= key.end.character);
  return { start: key.start, end: isAfter ? value.end : key.end };
}
