import ts from "typescript";
import { describe, expect, test } from "vitest";
import { layOut } from "../../src/targets/layout.ts";
import { typescriptTarget } from "../../src/targets/typescript/typescript.ts";
import { binding, options, origin, program, schema, tool, toolset } from "./program.ts";

function emit(given = program, chosen: Parameters<typeof typescriptTarget.emit>[1] = options) {
  return new Map(typescriptTarget.emit(given, chosen).value.map(({ path, text }) => [path, text]));
}

describe("the generated folder", () => {
  test("has a module for each group of tools, and one each for shared schemas and types", () => {
    expect([...emit().keys()]).toEqual([
      "toolsets/shop/index.ts",
      "toolsets/shop/toolset.ts",
      "toolsets/shop/schemas.ts",
      "toolsets/shop/types.ts",
      "toolsets/shop/tools/orders.ts",
      "toolsets/shop/toolset.json",
      "toolsets/page/index.ts",
      "toolsets/page/toolset.ts",
      "toolsets/page/tools/page.ts",
      "toolsets/page/toolset.json",
      "tools/get_time.ts",
      "tools/get_time.schemas.ts",
      "tools/get_time.types.ts",
      "tools/get_time.json",
      "index.ts",
    ]);
  });

  test("has no manifests if the option says so, and still lists the needed parts of the library", () => {
    const { value } = typescriptTarget.emit(program, { ...options, manifest: false });
    const whole = typescriptTarget.emit(program, options).value;
    expect(value.map(({ path }) => path)).toEqual(whole.map(({ path }) => path).filter((path) => !path.endsWith(".json")));
    const entriesOf = (manifest: boolean) =>
      layOut(program).flatMap((layout) => {
        const files = typescriptTarget.steps?.emitToolset(layout, program, { ...options, manifest, runtime: "copy" }).value ?? [];
        return files.flatMap(({ libraryEntries = [] }) => libraryEntries);
      });
    expect(entriesOf(false)).toContain("parts");
    expect(entriesOf(false)).toEqual(entriesOf(true));
  });

  test("has the text that the snapshot shows", () => {
    const files = emit();
    expect(files.get("toolsets/shop/tools/orders.ts")).toMatchSnapshot();
    expect(files.get("toolsets/shop/index.ts")).toMatchSnapshot();
    expect(files.get("toolsets/shop/schemas.ts")).toMatchSnapshot();
    expect(files.get("toolsets/shop/types.ts")).toMatchSnapshot();
    expect(files.get("toolsets/page/index.ts")).toMatchSnapshot();
    expect(files.get("tools/get_time.ts")).toMatchSnapshot();
    expect(files.get("index.ts")).toMatchSnapshot();
  });

  test("imports in the form that the project's tsconfig.json needs", () => {
    const none = emit(program, { ...options, importExtension: "none", runtime: "./runtime" });
    expect(none.get("toolsets/shop/tools/orders.ts")).toContain(`from "../toolset"`);
    expect(none.get("toolsets/shop/tools/orders.ts")).toContain(`from "../../../runtime"`);
    expect(emit(program, { ...options, importExtension: "ts", runtime: "../lib/runtime" }).get("index.ts")).toContain(
      `"./toolsets/shop/index.ts"`,
    );
    expect(emit(program, { ...options, importExtension: "ts", runtime: "../lib/runtime" }).get("tools/get_time.ts")).toContain(
      `"../../lib/runtime.ts"`,
    );
  });

  test("is the same for the same program", () => {
    expect(emit()).toEqual(emit());
  });

  test("has different files for names that would clash on some systems or with generated files", () => {
    const ids = ["AUX", "aux", "names", "Names", "toolset", "then", "fooBar", "foo_bar", "x".repeat(90), "../up", "con"];
    const files = emit({
      toolsets: [toolset({ tools: ids.map((id, at) => tool({ id, name: `shop_${at}`, localName: id, tags: [id] })) })],
      agents: [],
      folder: "",
    });
    const paths = [...files.keys()].filter((path) => path.includes("/tools/"));
    const names = paths.map((path) => path.slice(path.lastIndexOf("/") + 1, -3).toLowerCase());
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^(?!(con|aux)$)[a-z0-9_][a-z0-9_-]{0,63}$/);
  });

  test("has no tool with the name of another tool's type", () => {
    const ids = ["2fa", "2fa_input", "2fa_output", "find", "find_input"];
    const [layout] = layOut({ toolsets: [toolset({ tools: ids.map((id) => tool({ id, name: id, localName: id })) })] });
    const names = (layout?.tools ?? []).flatMap(({ exported, typeName }) => [exported, `${typeName}Input`, `${typeName}Output`]);
    expect(new Set(names).size).toBe(3 * ids.length);
    expect(layout?.tools.map(({ exported }) => exported)).toEqual([
      "_2fa",
      expect.stringMatching(/^_2faInput_[0-9a-f]{8}$/),
      expect.stringMatching(/^_2faOutput_[0-9a-f]{8}$/),
      "find",
      "findInput",
    ]);
  });

  test("uses the global type Blob though a shared schema is named Blob", () => {
    const properties = { mediaType: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } };
    const file = schema({ type: "object", properties, required: ["base64"] });
    const schemas = new Map([
      ["Blob", schema({ type: "object" })],
      ["Photo", file],
    ]);
    const input = schema({ type: "object", properties: { own: { $ref: "#/$defs/Blob" }, file: file.json } });
    const given = { agents: [], folder: "" };
    const hidden = emit({ ...given, toolsets: [toolset({ schemas, tools: [tool({ id: "a", input })] })] });
    expect(hidden.get("toolsets/shop/types.ts")).toContain("| globalThis.Blob;");
    expect(hidden.get("toolsets/shop/tools/orders.ts")).toContain("| globalThis.Blob;");
    const plain = emit({ ...given, toolsets: [toolset({ schemas: new Map([["Photo", file]]), tools: [] })] });
    expect(plain.get("toolsets/shop/types.ts")).toContain("| Blob;");
  });

  test("has no standalone tool with the name of another one's type", () => {
    const alone = (id: string) => toolset({ name: id, resource: "tool", tools: [tool({ id, name: id, localName: id })] });
    const layouts = layOut({ toolsets: [alone("2fa"), alone("2fa_input"), toolset({ name: "2fa_output" })] });
    const names = layouts.map(({ toolset: { resource }, exported, tools }) => (resource === "tool" ? tools[0]?.exported : exported));
    expect(names).toEqual(["_2fa", expect.stringMatching(/^_2faInput_/), expect.stringMatching(/^_2faOutput_/)]);
  });

  test("has one finding for each keyword that its types leave out, at the place of the keyword", () => {
    const input = schema({ type: "object", properties: { a: { not: {} }, b: { not: {} } } });
    const { diagnostics } = typescriptTarget.emit(
      { toolsets: [toolset({ tools: [tool({ id: "a", input })] })], agents: [], folder: "" },
      options,
    );
    expect(diagnostics.map(({ code, message, place }) => [code, message, "path" in place && place.tree === origin.tree])).toEqual([
      [
        "type-wider-than-schema",
        `TypeScript cannot express the keyword "not", so the types accept more values than 2 schemas of the toolset "shop".`,
        true,
      ],
    ]);
  });

  test("has an empty root module if there are no toolsets", () => {
    expect([...emit({ toolsets: [], agents: [], folder: "" })]).toEqual([
      ["index.ts", "// Generated by toolsetc. Do not edit.\n\nexport {};\n"],
    ]);
  });
});

describe("a hostile text from a toolset", () => {
  const attacks = [
    (mark: string) => `${mark}`,
    (mark: string) => `"); ${mark}; ("`,
    (mark: string) => `*/ ${mark} /*`,
    (mark: string) => `\${${mark}}`,
    (mark: string) => `\n${mark}\n`,
    (mark: string) => `\u2028${mark}\u2029`,
    (mark: string) => `"]: 1 }); ${mark}; ({ ["`,
    (mark: string) => `'; ${mark}; //`,
    (mark: string) => `\\"; ${mark}; //`,
    (mark: string) => `__proto__`.concat(`; ${mark}`),
  ];

  test.each(attacks.map((attack, at) => [at, attack] as const))("never becomes code (%i)", (_at, attack) => {
    const planted: string[] = [];
    const plant = () => {
      const mark = `globalThis.P_${planted.length}`;
      planted.push(attack(mark));
      return attack(mark);
    };
    const json = () => ({
      type: "object",
      title: plant(),
      description: plant(),
      properties: {
        [plant()]: { type: "string", description: plant(), default: plant(), enum: [plant()], pattern: plant(), format: plant() },
        [plant()]: { const: { [plant()]: plant() } },
      },
      required: [plant()],
      tsType: plant(),
      [plant()]: plant(),
    });
    const poisoned = tool({
      id: plant(),
      title: plant(),
      description: plant(),
      tags: [plant()],
      metadata: { [plant()]: plant() },
      input: schema(json()),
      output: schema(json()),
      binding: {
        ...binding,
        path: plant(),
        parameters: [
          ...binding.parameters,
          { ...binding.parameters[0]!, name: plant() },
          { ...binding.parameters[0]!, name: "twice" },
          { ...binding.parameters[0]!, name: "twice" },
        ],
      },
    });
    const one = toolset({
      name: plant(),
      displayName: plant(),
      tools: [poisoned],
      schemas: new Map([["Order", schema(json())]]),
      groups: [{ name: plant(), description: plant(), tools: [plant()] }],
      endpoint: {
        ...toolset({}).endpoint,
        definition: { [plant()]: { [plant()]: "$env_var" } },
        environments: { [plant()]: {} },
        securitySchemes: { [plant()]: plant() },
      },
      origin: { ...origin, tree: { ...origin.tree, source: { path: plant(), text: "" } } },
    });
    const files = emit({
      toolsets: [one, { ...one, name: plant(), resource: "tool" }],
      agents: [{ name: plant(), description: "", tools: [plant()] }],
      folder: "",
    });
    for (const [path, text] of files) {
      expect(path).toMatch(/^[\w/-]+(\.(schemas|types))?\.(ts|json)$/);
      if (path.endsWith(".json")) continue;
      expect([path, liveIn(path, text)]).toEqual([path, []]);
    }
    const all = [...files.values()].join("");
    expect(all.includes("P_3")).toBe(true);
  });
});

/** Syntax errors, and marks that are code. */
function liveIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  // `parseDiagnostics` is there, though it is not declared.
  const found = (file as unknown as { parseDiagnostics: ts.Diagnostic[] }).parseDiagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, " "),
  );
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && /^(globalThis|P_\d+)$/.test(node.text)) found.push(node.text);
    if (ts.isTemplateLiteral(node) || ts.isRegularExpressionLiteral(node)) found.push(node.getText());
    if (ts.isComputedPropertyName(node) && node.getText() !== `["__proto__"]`) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe("the generated folder as JavaScript", () => {
  const files = emit(program, { ...options, emit: "js" });
  const paths = [...files.keys()];

  test("has declarations beside each module", () => {
    const modules = [...emit().keys()].filter((path) => path.endsWith(".ts")).map((path) => path.slice(0, -".ts".length));
    expect(paths.filter((path) => !path.endsWith(".json")).sort()).toEqual(
      modules.flatMap((each) => [`${each}.d.ts`, `${each}.js`]).sort(),
    );
  });

  test.each([...emit()].filter(([path]) => path.endsWith(".ts")))("has in %s what tsc makes of the TypeScript module", (path, text) => {
    const compilerOptions = {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      removeComments: true,
      verbatimModuleSyntax: true,
    };
    const stripped = (source: string) =>
      ts.transpileModule(source, { compilerOptions }).outputText.replace(/\s+/g, " ").replaceAll(", }", " }");
    expect(stripped(files.get(path.replace(/\.ts$/, ".js")) ?? "")).toBe(stripped(text));
  });

  test.each(paths.filter((path) => path.endsWith(".js")))("has no types in %s", (path) => {
    const program = ts.createProgram({
      rootNames: [path],
      options: { allowJs: true, noLib: true, noResolve: true },
      host: {
        ...ts.createCompilerHost({}),
        fileExists: () => true,
        getSourceFile: (name, target) => ts.createSourceFile(name, files.get(name) ?? "", target),
      },
    });
    expect(program.getSyntacticDiagnostics().map(({ messageText }) => messageText)).toEqual([]);
  });

  test("has imports that end in .js, whatever the tsconfig.json says", () => {
    const named = emit(program, { ...options, emit: "js", importExtension: "none" });
    expect(named).toEqual(files);
    expect(files.get("toolsets/shop/tools/orders.js")).toContain(`from "../toolset.js"`);
  });
});
