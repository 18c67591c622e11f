import ts from "typescript";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/source/json/json.ts";
import { typescriptTarget } from "../../src/targets/typescript/typescript.ts";
import { options, program, schema, toolset } from "./program.ts";

const status = { type: "string", enum: ["placed", "approved"] };
const shared: [name: string, schema: JsonObject, values: unknown][] = [
  ["Status", status, ["placed", "approved"]],
  ["Level", { enum: [1, 2.5, -3] }, [1, 2.5, -3]],
  ["MaybeStatus", { type: ["string", "null"], enum: ["a", null] }, ["a", null]],
  ["Only", { const: "__proto__" }, ["__proto__"]],
  ["Titled", { oneOf: [{ const: "x", title: "X" }, { const: 'y"\u2028' }] }, ["x", 'y"\u2028']],
  ["Open", { anyOf: [status, { type: "string" }] }, undefined],
  ["Flag", { enum: [true, false] }, undefined],
  ["Mixed", { enum: ["a", { b: 1 }] }, undefined],
  ["Huge", { enum: [1, Number.POSITIVE_INFINITY] }, undefined],
  ["Null", { const: null }, undefined],
  ["None", { enum: [] }, undefined],
  ["Alias", { $ref: "#/$defs/Status" }, undefined],
  ["Statuses", { type: "array", items: status }, undefined],
];

/** The module of the types of `schemas`, in each of its forms. */
function typesOf(schemas: readonly (readonly [name: string, schema: JsonObject, ...values: unknown[]])[]) {
  const shop = toolset({ schemas: new Map(schemas.map(([name, json]) => [name, schema(json)])), tools: [] });
  const forms = (["ts", "js"] as const).flatMap(
    (emit) => typescriptTarget.emit({ ...program, toolsets: [shop], agents: [] }, { ...options, emit }).value,
  );
  const texts = new Map(forms.map(({ path, text }) => [path, text]));
  const form = (ending: string) => texts.get(`toolsets/shop/types.${ending}`) ?? "";
  return { ts: form("ts"), js: form("js"), "d.ts": form("d.ts") };
}

function importText(text: string): Promise<Record<string, unknown>> {
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

describe("the exported list of an enum's values", () => {
  const forms = typesOf(shared);

  test("stands beside the type of an enum, and of no other type", async () => {
    const values = await importText(forms.js);
    expect({ ...values }).toEqual(
      Object.fromEntries(shared.flatMap(([name, , each]) => (each === undefined ? [] : [[`${name}Values`, each]]))),
    );
  });

  test.each(["ts", "d.ts"] as const)("has the type of the enum in %s", (form) => {
    const enums = shared.flatMap(([name, , values]) => (values === undefined ? [] : [name]));
    const uses = enums.map((name) => `same<types.${name}, (typeof types.${name}Values)[number]>(true);`).join("\n");
    // The last line is wrong, so that it is known that something is checked.
    const check = `import * as types from "./types.js";
      declare function same<A, B>(is: [A] extends [B] ? ([B] extends [A] ? true : false) : false): void;
      ${uses}
      same<types.Status, (typeof types.LevelValues)[number]>(true);`;
    const errors = errorsOf(
      new Map([
        ["check.ts", check],
        [`types.${form}`, forms[form]],
      ]),
    );
    expect(errors).toEqual(["Argument of type 'true' is not assignable to parameter of type 'false'."]);
  });

  test("has a name that no schema has", async () => {
    const clashing = typesOf([
      ["Status", status],
      ["StatusValues", { type: "object", properties: { a: { $ref: "#/$defs/Status" } } }],
      ["statusvalues", { type: "string" }],
    ]);
    const [name = "", ...others] = Object.keys(await importText(clashing.js));
    expect([name, others]).toEqual([expect.stringMatching(/^StatusValues_[0-9a-f]{8}$/), []]);
    expect(clashing.ts).toContain("export interface StatusValues {");
  });
});

/** What TypeScript says of files that are there by these texts alone. */
function errorsOf(files: ReadonlyMap<string, string>): string[] {
  const settings: ts.CompilerOptions = { strict: true, noLib: true, types: [], module: ts.ModuleKind.ESNext };
  const own = new Map([["library.d.ts", library] as const, ...files].map(([name, text]) => [`/shop/${name}`, text]));
  const checked = ts.createProgram([...own.keys()], settings, {
    ...ts.createCompilerHost(settings),
    directoryExists: () => true,
    fileExists: (name) => own.has(name),
    readFile: (name) => own.get(name),
    getSourceFile: (name, target) => ts.createSourceFile(name, own.get(name) ?? "", target),
  });
  return ts.getPreEmitDiagnostics(checked).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

/** What TypeScript asks of every library. */
const library = `interface Array<T> { [index: number]: T }
interface ReadonlyArray<T> { readonly [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {} interface NewableFunction {}
interface Number {} interface Object {} interface RegExp {} interface String {}`;
