import { Ajv2020 } from "ajv/dist/2020.js";
import ts from "typescript";
import type { Compilation } from "../../src/compile.ts";
import { type Manifest, type ManifestTool, toolsOf } from "../../src/runtime/manifest.ts";
import { manifestSchema } from "../../src/targets/manifest-schema.ts";
import { calls, transports, valueOf } from "./calls.ts";
import { type Compiled, compileAll, filesOf, manifestsOf } from "./compiled.ts";
import { evaluate } from "./evaluate.ts";
import { type Fault, thrown } from "./fault.ts";
import type { FuzzedProject } from "./project.ts";
import { roundTrips } from "./round-trips.ts";

/** What is wrong with how a project was compiled, whatever is wrong with the project. */
export async function faultsOf(project: FuzzedProject): Promise<Fault[]> {
  try {
    const compiled = await compileAll(project);
    const isEmpty = compiled.typescript.program.toolsets.every(({ tools }) => tools.length === 0);
    const later = isEmpty ? [] : await Promise.all([...roundTrips, calls].map((check) => check(project, compiled)));
    return [...checks.flatMap((check) => check(compiled)), ...later.flat()];
  } catch (error) {
    return [thrown("compile", error)];
  }
}

const checks: readonly ((compiled: Compiled) => Fault[])[] = [slowness, places, difference, names, account, modules, manifests, values];

/** In milliseconds, for some kilobytes. */
const mostTime = 1000;

function slowness({ milliseconds, texts }: Compiled): Fault[] {
  const size = Object.values(texts).reduce((sum, { length }) => sum + length, 0);
  if (milliseconds < mostTime * Math.max(1, size / 300_000)) return [];
  return [{ kind: "slow", details: `${Math.round(milliseconds)} ms for ${size} characters` }];
}

function places({ texts, findings, printed }: Compiled): Fault[] {
  const inText = findings.flatMap(({ code, mark }) => {
    const text = Object.hasOwn(texts, mark.file) ? texts[mark.file] : undefined;
    if (text === undefined) return [];
    const lines = text.replace(/^\ufeff/, "").split("\n");
    const isInside = [mark.start, mark.end].every(({ line, column }) => column >= 1 && column <= (lines[line - 1]?.length ?? -1) + 2);
    const isForward = mark.start.line < mark.end.line || (mark.start.line === mark.end.line && mark.start.column <= mark.end.column);
    return isInside && isForward ? [] : [{ kind: `place of ${code} outside of its text`, details: JSON.stringify(mark) }];
  });
  // What a terminal would take for a command.
  return /[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(printed) ? [...inText, { kind: "control character in a message", details: printed }] : inText;
}

function difference({ typescript, javascript }: Compiled): Fault[] {
  const written = (compilation: Compilation) =>
    compilation.outputs.flatMap(({ target, files }) =>
      target === "typescript" ? [] : files.map(({ path, text }) => `${target}/${path}\n${text}`),
    );
  const [one, two] = [written(typescript), written(javascript)];
  const at = one.findIndex((text, index) => text !== two[index]);
  return one.length === two.length && at === -1 ? [] : [{ kind: "not the same twice", details: one[at] ?? "" }];
}

function names({ typescript }: Compiled): Fault[] {
  const tools = twice(typescript.program.toolsets.flatMap((toolset) => toolset.tools.map(({ name }) => name)));
  const files = typescript.outputs.flatMap((output) =>
    twice(output.files.map(({ path }) => path)).map((path) => `${output.target} ${path}`),
  );
  return [
    ...tools.map((name) => ({ kind: "tool name twice", details: name })),
    ...files.map((path) => ({ kind: "file name twice", details: path })),
  ];
}

function twice(texts: readonly string[]): string[] {
  const lower = texts.map((text) => text.toLowerCase());
  return texts.filter((_text, index) => lower.indexOf(lower[index] ?? "") !== index);
}

/** No operation is lost without a word. */
function account({ typescript, findings }: Compiled): Fault[] {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return typescript.program.toolsets.flatMap(({ name, account, tools }) => {
    const details = `${name}: ${JSON.stringify(account)}`;
    const isWhole = account.operations === account.tools + account.excluded + account.failed && account.tools === tools.length;
    return [
      ...(isWhole ? [] : [{ kind: "account does not add up", details }]),
      ...(account.failed > 0 && errors === 0 ? [{ kind: "operation failed without an error", details }] : []),
    ];
  });
}

function modules({ texts, typescript, javascript }: Compiled): Fault[] {
  const files = [typescript, javascript].flatMap((compilation) => filesOf(compilation, "typescript").flat());
  const found = files.flatMap(({ path, text }): Fault[] => {
    if (path.endsWith(".json")) return [];
    // Comments hold letters of any language, but nothing that ends a line or changes what a reviewer sees.
    const odd = /.{0,99}(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}].{0,99}/u.exec(text)?.[0];
    return [
      ...parseErrors(path, text),
      ...(odd === undefined ? [] : [{ kind: "control character in a module", details: `${path}: ${odd}` }]),
    ];
  });
  if (found.length > 0) return found;
  // Of other texts nothing would be seen.
  if (!Object.values(texts).some((text) => text.includes("PWNED"))) return [];
  return filesOf(javascript, "typescript").flatMap((each) => {
    try {
      evaluate(each);
    } catch (error) {
      return [thrown("evaluate", error)];
    }
    if (!("PWNED" in globalThis)) return [];
    Reflect.deleteProperty(globalThis, "PWNED");
    return [{ kind: "data became code", details: "" }];
  });
}

function parseErrors(path: string, text: string): Fault[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  // What the parser found, which its types do not tell of; with a program for each file it would take ten times as long.
  const { parseDiagnostics } = file as ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics.map(({ code, messageText, start }) => ({
    kind: `TypeScript cannot parse, TS${code}`,
    details: `${path}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}\n${text.slice(Math.max(0, start - 300), start + 300)}`,
  }));
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
const isManifest = ajv.compile(manifestSchema);

function manifests({ typescript }: Compiled): Fault[] {
  return manifestsOf(typescript).flatMap((manifest): Fault[] => {
    if (!isManifest(manifest)) {
      const [error] = isManifest.errors ?? [];
      return [{ kind: `manifest ${error?.schemaPath}`, details: JSON.stringify(isManifest.errors) }];
    }
    const schemas = [...Object.values(manifest.schemas), ...manifest.tools.flatMap(({ input, output }) => [input, output])];
    return schemas.flatMap((schema) => {
      if (ajv.validateSchema(schema) === true) return [];
      const [error] = ajv.errors ?? [];
      return [{ kind: `not a JSON Schema: ${error?.schemaPath}`, details: JSON.stringify([error, schema]) }];
    });
  });
}

/** A run-time validator never throws, and accepts what `ajv` accepts. */
function values({ typescript }: Compiled): Fault[] {
  return manifestsOf(typescript).flatMap((manifest) => {
    try {
      return toolsOf(manifest, transports).flatMap((tool, index) => {
        const written = manifest.tools[index];
        return written === undefined ? [] : refusedValues(tool, written, manifest);
      });
    } catch (error) {
      return [thrown("validator", error)];
    }
  });
}

type BoundTool = ReturnType<typeof toolsOf>[number];

function refusedValues(tool: BoundTool, { input }: ManifestTool, { schemas }: Manifest): Fault[] {
  const values = [0, 1, 2, 3, 4, 5].map((seed) => valueOf(input, schemas, seed));
  return values.flatMap((value) => {
    const result = tool.inputSchema["~standard"].validate(value);
    if (result instanceof Promise) return [];
    // Schemas that never end, and names that are no Unicode.
    if (result.issues?.some(({ message }) => message.startsWith("The value cannot be validated"))) return [];
    // `ajv` looks at no member of this name.
    if (result.issues === undefined || JSON.stringify([input, schemas]).includes('"__proto__"')) return [];
    if (!isValid(value, { allOf: [input], $defs: schemas })) return [];
    return [{ kind: "validator refuses a valid value", details: JSON.stringify({ value, issues: result.issues, input }) }];
  });
}

/** Whether `ajv` accepts it. Of a schema that it cannot compile, or that has formats, nothing is known. */
function isValid(value: unknown, schema: object): boolean {
  if (JSON.stringify(schema).includes('"format"')) return false;
  try {
    return new Ajv2020({ strict: false, validateFormats: false, logger: false }).validate(schema, value);
  } catch {
    return false;
  }
}
