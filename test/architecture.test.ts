import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import runtime from "../src/runtime/package.json" with { type: "json" };
import { packageEntries } from "./package-entries.ts";

// Who may import whom. "type x" allows only types. A change of this table is a change of the design: say why in the commit.
const mayImport: Record<string, readonly string[]> = {
  source: ["yaml", "js-yaml"],
  diagnostic: ["source"],
  schema: ["source", "diagnostic"],
  "runtime/json": [],
  // Schemas in the dialects of model providers: the compiler writes them, and at run time arguments are converted back from them.
  "runtime/projection": ["runtime/json", "type runtime"],
  // Bounded reading of responses: of a service, an MCP server, a token endpoint, or what `pull` requests.
  "runtime/response": ["runtime/json"],
  // Searching tools: in the compiler for `list --search`, at run time for models.
  "runtime/discovery": ["runtime/json", "type runtime"],
  runtime: ["runtime/json", "runtime/projection", "runtime/discovery", "runtime/response"],
  ir: ["type source", "type schema", "type runtime"],
  kinds: ["type runtime", "type definition"],
  definition: ["source", "diagnostic", "kinds"],
  document: ["source", "diagnostic", "schema"],
  project: ["source", "diagnostic", "kinds", "definition", "document"],
  environment: ["source", "diagnostic", "kinds", "definition", "document", "project"],
  lower: [
    "source",
    "diagnostic",
    "kinds",
    "definition",
    "document",
    "project",
    "environment",
    "schema",
    "ir",
    "runtime/discovery",
    "type runtime",
  ],
  // Whether a search finds a tool by its own words is asked of the search that agents use.
  rules: [
    "source",
    "diagnostic",
    "schema",
    "definition",
    "type document",
    "project",
    "environment",
    "ir",
    "runtime/discovery",
    "type runtime",
  ],
  contract: ["source", "diagnostic", "schema", "ir"],
  init: ["source", "project", "type targets"],
  targets: ["source", "diagnostic", "kinds", "schema", "ir", "contract", "runtime/discovery", "runtime/projection", "type runtime"],
  // The codes of all stages, rules and targets are gathered here, so it is above all of them.
  findings: [
    "source",
    "diagnostic",
    "schema",
    "definition",
    "document",
    "project",
    "environment",
    "lower",
    "rules",
    "contract",
    "targets",
    "type ir",
  ],
  describe: ["source", "diagnostic", "schema", "contract", "targets", "findings", "rules", "runtime/discovery", "type ir"],
  ".": [
    "source",
    "diagnostic",
    "definition",
    "document",
    "project",
    "environment",
    "lower",
    "schema",
    "ir",
    "rules",
    "targets",
    "findings",
    "contract",
    "type runtime",
  ],
  // The only room that knows caches.
  incremental: [".", "source", "diagnostic", "definition", "project", "findings", "targets", "type lower", "type ir"],
  host: [
    "source",
    "runtime/json",
    "runtime/response",
    "type project",
    "type targets",
    "type definition",
    "diff",
    "node:*",
    "@modelcontextprotocol/sdk",
    "@modelcontextprotocol/server",
    // Logs in, and is loaded when it does.
    "oauth4webapi",
  ],
  // The command line is the first user of the public functions; it takes them from where they stand, so that a command loads no more than it needs.
  cli: [
    ".",
    "source",
    "diagnostic",
    "environment",
    "lower",
    "findings",
    "incremental",
    "rules",
    "host",
    "project",
    "ir",
    // `serve` and `call` carry tools out.
    "runtime",
    "runtime/json",
    "runtime/discovery",
    "commander",
    "node:*",
    "definition",
    "targets",
    "contract",
    "describe",
    "init",
    // Asks the questions of `init`, and is loaded when it does.
    "@clack/prompts",
  ],
};

/** A file may be allowed what its room is not; a name that ends with a slash stands for all files in that folder. */
const exceptions: Record<string, readonly string[]> = {
  "runtime/adapters/openai.ts": ["type openai"],
  "runtime/adapters/openai-agents.ts": ["@openai/agents"],
  "runtime/adapters/langchain.ts": ["@langchain/core"],
  "runtime/adapters/mastra.ts": ["@mastra/core"],
  "runtime/adapters/anthropic.ts": ["type @anthropic-ai/sdk"],
  "runtime/adapters/gemini.ts": ["type @google/genai"],
  // Only when a connection is made.
  "runtime/mcp/": ["@modelcontextprotocol/client"],
  "runtime/adapters/mcp.ts": ["type @modelcontextprotocol/sdk"],
  "runtime/adapters/mcp/": ["@modelcontextprotocol/sdk"],
  "runtime/adapters/mcp-2/": ["@modelcontextprotocol/server"],
  "runtime/google.ts": ["google-auth-library"],
  "runtime/opentelemetry.ts": ["@opentelemetry/api"],
  // Keeps tokens in files, for programs in Node: no other entry imports it.
  "runtime/oauth-files.ts": ["node:*"],
  "runtime/node-modules.ts": ["type node:*"],
  // What `runtime: copy` copies: the package reads its own files.
  "runtime/own-files.ts": ["node:*"],
  "targets/typescript/typescript.ts": ["@toolsetc/runtime"],
  // The entries of the configuration that request targets. No target sees them.
  "targets/emit.ts": ["type project"],
  "targets/clashing-outputs.ts": ["type project"],
  "targets/resolve-options.ts": ["type project"],
  "runtime/tls/": ["type node:*"],
  "runtime/stdio/": ["type node:*"],
  // Files on the disk, for programs in Node. No other entry imports it.
  "runtime/files/": ["node:*"],
  "runtime/adapters/ai-sdk.ts": ["type ai"],
  "runtime/adapters/ai-sdk-4.ts": ["type ai"],
  "runtime/adapters/ai-sdk-5.ts": ["type ai"],
  "runtime/adapters/tanstack-ai.ts": ["type @tanstack/ai"],
  // An example is checked as the arguments of a call are.
  "lower/schemas/check-examples.ts": ["runtime"],
  // The length of a name that every provider accepts.
  "lower/names/name-tools.ts": ["runtime/projection"],
  "lower/openapi/input-names.ts": ["runtime/projection"],
  // What a server says of a tool is compared at run time.
  "lower/mcp/lower-mcp.ts": ["runtime"],
  // The table of the keywords that the run-time library checks, and of the parts that check them.
  "targets/typescript/keyword-parts.ts": ["runtime"],
  // What a scheme needs of the library is decided as the library decides it.
  "targets/typescript/parts.ts": ["runtime"],
  // Tools as the index for searching sees them, for the command line and for rules.
  "ir/discovery-entries.ts": ["schema", "runtime/discovery"],
  // The verbs by which tools are found are those that decide which tools ask for approval by default.
  "ir/names-loss.ts": ["runtime/discovery"],
  // The protocol of editors, for the one command that speaks it. References are followed as the compiler follows them.
  "cli/commands/lsp/": ["vscode-languageserver", "vscode-languageserver-textdocument", "document"],
  // Loads the code of a project, and is the only file that does.
  "host/import-rule.ts": ["an expression"],
  // Queries of overlays, loaded where a project has some.
  "document/overlay/select-nodes.ts": ["json-p3"],
  "source/text/hash.ts": ["node:crypto"],
  // Loads "yaml" when the first text needs it.
  "source/yaml/yaml-library.ts": ["node:module"],
};

/** The files that start the command line, that the build bundles into the catalog, and that the compiler reads the library with. */
const otherEntries = ["cli/main.ts", "describe/catalog/browser/page.ts", "runtime/own-files.ts"];

/** The packages whose code is in the run-time library. */
const bundled = ["@cfworker/json-schema"];

/** What a pure room has no use for: the world, the clock, and what depends on the machine's language. */
const worldly = ["process", "Date", "console", "fetch", "performance", "setTimeout", "setInterval", "require", "eval", "localeCompare"];
const worldlyRooms = ["host", "cli", "runtime"];

const src = join(import.meta.dirname, "../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.includes("/compiled/"));

test("the pipeline in src/compile.ts has at most 160 lines", () => {
  expect(readFileSync(join(src, "compile.ts"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(160);
});

describe("the dependency rule", () => {
  test.each(Object.keys(mayImport))("lets the files of the room %s import only from the rooms in its row", (room) => {
    const own = files.filter((path) => roomOf(path) === room);
    expect(own.length).toBeGreaterThan(0);
    expect(own.flatMap((path) => offences(path, textOf(path)).map((offence) => `${path}: ${offence}`))).toEqual([]);
  });

  // Whatever is printed goes through what escapes it, except messages and the help of the compiler itself at its start.
  test("keeps all files but three of `cli/` from printing", () => {
    const others = files.filter((path) => !["cli/main.ts", "cli/start.ts", "cli/report/print.ts"].includes(path));
    const print = /\bstd(?:out|err)\.write|console\.\w+\(|stderr: "inherit"/;
    expect(others.filter((path) => !path.startsWith("runtime/") && print.test(textOf(path)))).toEqual([]);
  });

  // So that a test can run a command beside others in its own process.
  test("keeps the files of `cli/` from using the process instead of the command's terminal", () => {
    const allowed = ["cli/main.ts", "cli/start.ts", "cli/terminal.ts", "cli/tune-engine.ts"];
    const others = files.filter((path) => path.startsWith("cli/") && !allowed.includes(path));
    expect(others.filter((path) => /\bprocess\./.test(textOf(path)))).toEqual([]);
  });

  // The adapters are named by their path where the library is copied.
  test("asks that the main file of a folder is in it, not beside it", () => {
    const folders = new Set(files.map((path) => posix.dirname(path)));
    const beside = files.filter((path) => folders.has(path.slice(0, -".ts".length)) && posix.dirname(path) !== "runtime/adapters");
    expect(beside).toEqual([]);
  });

  test("lets the help load only a few modules", () => {
    const loaded = new Set(["cli/start.ts"]);
    for (const path of loaded) for (const next of loadedBy(path, textOf(path))) loaded.add(next);
    expect([...loaded].sort()).toEqual(["cli/exit-codes.ts", "cli/help-text.ts", "cli/start.ts", "source/text/wrap.ts"]);
  });

  // Each further module costs every command, also a run that finds nothing changed.
  test("lets a run without changes load only a few modules", () => {
    const loaded = new Set(["cli/build/repeat-run.ts"]);
    for (const path of loaded) for (const next of loadedBy(path, textOf(path))) loaded.add(next);
    expect([...loaded].filter((path) => /^(?:rules|targets|lower|environment|definition|document)\//.test(path))).toEqual([]);
    expect(loaded.size).toBeLessThan(80);
  });

  test("loads the library of JSONPath queries only if a project has overlays", () => {
    const loaded = new Set(files.filter((path) => /^(?:index|compile|cli\/.*)\.ts$/.test(path)));
    for (const path of loaded) for (const next of loadedBy(path, textOf(path))) loaded.add(next);
    expect(loaded).toContain("project/documents/load-overlays.ts");
    expect(loaded).not.toContain("document/overlay/select-nodes.ts");
  });

  // Types too: what two files need of each other is one idea, and stands in one of them or below both.
  test("has no circle of files that import each other", () => {
    const imports = new Map(files.map((path) => [path, importsOf(path, textOf(path))]));
    expect(circleIn(imports)).toEqual([]);
    expect(
      circleIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c", "d"]],
          ["c", []],
          ["d", ["b"]],
        ]),
      ),
    ).toEqual(["b", "d", "b"]);
  });

  // Such as a target that is not in the list of all, or an adapter without its entry in the package.
  test("has no file that neither an entry of the packages nor a script of the build reaches", () => {
    const entries = [...packageEntries.values()].map((file) => posix.relative(src, file));
    const reached = new Set([...entries, ...otherEntries]);
    for (const path of reached) for (const next of importsOf(path, textOf(path))) if (files.includes(next)) reached.add(next);
    expect(files.filter((path) => !reached.has(path) && !path.endsWith(".d.ts"))).toEqual([]);
  });

  // Types too, since the declarations of the package name them.
  test("has the packages that the run-time library imports among its optional peers", () => {
    const { peerDependenciesMeta } = runtime;
    const imported = files
      .filter((path) => path.startsWith("runtime/"))
      .flatMap((path) => specifiersIn(path, textOf(path)).map(packageOf))
      .filter((name) => !name.startsWith(".") && !name.startsWith("node:") && !bundled.includes(name));
    expect([...new Set(imported)].sort()).toEqual(Object.keys(peerDependenciesMeta).sort());
  });

  test("has a row for each room, and no other rows", () => {
    expect([...new Set(files.map(roomOf))].filter((room) => mayImport[room] === undefined)).toEqual([]);
  });

  test("is checked for each form of import, and each name that depends on the machine", () => {
    const text = `import "../rules/index.ts"; import type { x } from "node:fs"; export * from "../lower/lower.ts";
      await import("yaml"); await import(name); process.exit(); new Date(); [].sort((a, b) => a.localeCompare(b)); type T = import("typescript").Node;`;
    const seen = [
      "../rules/index.ts",
      "node:fs",
      "../lower/lower.ts",
      "yaml",
      "an expression",
      "process",
      "Date",
      "localeCompare",
      "typescript",
    ];
    expect(offences("targets/x.ts", text)).toEqual(seen);
    const types = `import { locate } from "../source/locate.ts"; import type { Json } from "../source/json.ts"; import { type Path } from "../source/tree.ts";`;
    expect(offences("ir/x.ts", types)).toEqual(["../source/locate.ts"]);
  });
});

const trees = new Map<string, ts.SourceFile>();
afterAll(() => trees.clear());

const texts = new Map<string, string>();
afterAll(() => texts.clear());

/** The text of a file of `src`, which several tests read. */
function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(src, path), "utf8");
  texts.set(path, text);
  return text;
}

/** The tree of a file, which several tests read. */
function treeOf(path: string, text: string): ts.SourceFile {
  const tree = trees.get(text) ?? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  trees.set(text, tree);
  return tree;
}

function offences(path: string, text: string): string[] {
  const found: string[] = [];
  const room = roomOf(path);
  const allowed = [room, ...(mayImport[room] ?? []), ...exceptionsOf(path)];

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) checkImport(node.moduleSpecifier, importsOnlyTypes(node.importClause));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) checkImport(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) checkImport(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) checkImport(node.arguments[0], false);
    else if (ts.isIdentifier(node) && worldly.includes(node.text) && !worldlyRooms.includes(room) && isReference(node))
      found.push(node.text);
    ts.forEachChild(node, visit);
  }

  function checkImport(specifier: ts.Node | undefined, isType: boolean): void {
    const name = specifier && ts.isStringLiteral(specifier) ? specifier.text : "an expression";
    const to = name.startsWith(".") ? roomOf(posix.join(posix.dirname(path), name)) : packageOf(name);
    const names = [to, ...(to.startsWith("node:") ? ["node:*"] : [])];
    if (!names.some((each) => allowed.includes(each) || (isType && allowed.includes(`type ${each}`)))) found.push(name);
  }

  visit(treeOf(path, text));
  return found;
}

function importsOf(path: string, text: string): string[] {
  return specifiersIn(path, text).flatMap((name) => (name.startsWith(".") ? [posix.join(posix.dirname(path), name)] : []));
}

/** The files that are loaded with a file: without those of which it imports only types, and those that it loads later. */
function loadedBy(path: string, text: string): string[] {
  const { statements } = treeOf(path, text);
  return statements.flatMap((node) => {
    const isLoaded =
      (ts.isImportDeclaration(node) && !importsOnlyTypes(node.importClause)) || (ts.isExportDeclaration(node) && !node.isTypeOnly);
    const name = isLoaded && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : "";
    return name.startsWith(".") ? [posix.join(posix.dirname(path), name)] : [];
  });
}

function specifiersIn(path: string, text: string): string[] {
  const found: string[] = [];
  function visit(node: ts.Node): void {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (specifier !== undefined && ts.isStringLiteral(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  }
  visit(treeOf(path, text));
  return found;
}

/** The first circle, with its first file again at the end; empty where there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  function circleFrom(path: string, way: readonly string[]): readonly string[] {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const circle = circleFrom(next, [...way, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  }
  for (const path of imports.keys()) {
    const circle = circleFrom(path, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

function exceptionsOf(path: string): string[] {
  return Object.entries(exceptions).flatMap(([place, names]) =>
    place === path || (place.endsWith("/") && path.startsWith(place)) ? names : [],
  );
}

function importsOnlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined && named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly)
  );
}

/** A property or a key of that name is no use of the world, but a method of it is. */
function isReference(node: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return node.text === "localeCompare";
  return !ts.isPropertyAssignment(node.parent) && !ts.isPropertySignature(node.parent);
}

function roomOf(path: string): string {
  const inner = /^runtime\/(?:projection|response|discovery)(?=\/)/.exec(path);
  if (inner !== null) return inner[0];
  if (path === "kinds.ts") return "kinds";
  if (path === "runtime/json.ts") return "runtime/json";
  return path.includes("/") ? (path.split("/")[0] ?? ".") : ".";
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
