import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { publishedSchemas } from "../../src/cli/commands/schema/published-schemas.ts";
import type { Mark } from "../../src/diagnostic/mark.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../src/source/json/json.ts";
import { targets } from "../../src/targets/index.ts";
import type { TargetOption } from "../../src/targets/target.ts";
import { compileTexts } from "../compile-texts.ts";

const tool =
  "displayName: now\nclientFunction: { name: now, description: What time it is., parameters: { type: OBJECT, properties: {} } }\n";

/** What is found in the entries of `targets`, each with its place in `toolsetc.yaml`. */
async function findingsOf(config: string) {
  const { findings } = await compileTexts({ "now.yaml": tool, "toolsetc.yaml": config });
  return findings.filter(({ mark }) => mark.file === "toolsetc.yaml");
}

const wrong: readonly (readonly [entry: string, expected: readonly string[]])[] = [
  ["target: typescript, emitt: js", ['emitt unknown-target-option The target "typescript" has no option "emitt". Did you mean "emit"?']],
  ["target: openai, outt: made", ['outt unknown-target-option The target "openai" has no option "outt". Did you mean "out"?']],
  [
    "target: gemini, strict: true",
    [
      'strict unknown-target-option The target "gemini" has no option "strict". "strict" is an option of the targets "openai" and "anthropic".',
    ],
  ],
  ["target: manifest, pretty: true", ['pretty unknown-target-option The target "manifest" has no option "pretty".']],
  ["target: typescript, emit: jss", ['jss invalid-target-option The option "emit" must be "ts" or "js", not "jss". Did you mean "js"?']],
  ["target: typescript, emit: [js]", ['[js] invalid-target-option The option "emit" must be "ts" or "js", not an array.']],
  ["target: typescript, emit: ", ['emit invalid-target-option The option "emit" must be "ts" or "js", not null.']],
  ["target: openai, strict: 'true'", ['\'true\' invalid-target-option The option "strict" must be true or false, not "true".']],
  [
    "target: typescript, runtime: [copy]",
    [
      '[copy] invalid-target-option The option "runtime" must be `copy`, a package, or a path such as `./runtime` without a file extension, not an array.',
    ],
  ],
  [
    "target: typescript, runtime: ./runtime/index.js",
    [
      './runtime/index.js invalid-target-option The option "runtime" must be `copy`, a package, or a path such as `./runtime` without a file extension, not "./runtime/index.js".',
    ],
  ],
  ["target: ces, app: ''", ['\'\' invalid-target-option The option "app" must be a string that is not empty, not "".']],
  ["target: ces, environment: 1", ['1 invalid-target-option The option "environment" must be a string, not 1.']],
  ["target: mpc", ['mpc unknown-target There is no target "mpc". Did you mean "mcp"?']],
];

test.each(wrong)("the invalid options of a target { %s } are reported", async (entry, expected) => {
  const findings = await findingsOf(`targets:\n- {${entry}}\n`);
  expect(findings.map(({ severity }) => severity)).toEqual(expected.map(() => "error"));
  expect(findings.map(({ mark, code, message }) => `${markedIn(mark)} ${code} ${message}`)).toEqual(expected);
});

function markedIn({ text, start, end }: Mark): string {
  return text.slice(start.column - 1, end.column - 1);
}

test("an invalid item of an array among a target's options is reported at its place", async () => {
  const [text, item] = await findingsOf(
    "targets:\n- { target: typescript, runtime: copy, subpaths: ai-sdk }\n- { target: typescript, runtime: copy, subpaths: [mcp, ai-sdkk] }\n",
  );
  expect([text, item].map((finding) => finding && markedIn(finding.mark))).toEqual(["ai-sdk", "ai-sdkk"]);
  expect(text?.message).toMatch(/^The option "subpaths" must be an array of "ai-sdk", .* or "runtime\/opentelemetry", not "ai-sdk"\.$/);
  expect(item?.message).toMatch(/^The option "subpaths" may contain only "ai-sdk", .* not "ai-sdkk"\. Did you mean "ai-sdk"\?$/);
});

describe("an option of a target without an effect", () => {
  test.each([
    [
      "target: openai, api: chat, lazyTools: deferred",
      'The option "lazyTools" is ignored, because the target uses the option only with `api: responses`.',
    ],
    [
      "target: typescript, subpaths: [mcp]",
      'The option "subpaths" is ignored, because the target uses the option only with `runtime: copy`.',
    ],
    [
      "target: typescript, runtime: ./runtime, subpaths: [mcp]",
      'The option "subpaths" is ignored, because the target uses the option only with `runtime: copy`.',
    ],
    [
      "target: typescript, emit: js, importExtension: none",
      'The option "importExtension" is ignored, because the target uses the option only with `emit: ts`.',
    ],
  ])("is reported: %s", async (options, message) => {
    const findings = await findingsOf(`targets: [{ ${options} }]\n`);
    expect(findings).toMatchObject([{ code: "unused-target-option", severity: "warning", message }]);
  });

  // JavaScript imports end so, and nothing is asked for that is not made.
  test.each(["emit: js, importExtension: js", "subpaths: []", "runtime: copy, subpaths: [mcp]", "importExtension: none"])(
    "is not reported if it has an effect: %s",
    async (options) => {
      expect(await findingsOf(`targets: [{ target: typescript, ${options} }]\n`)).toEqual([]);
    },
  );

  test("is not reported if the option that it needs is invalid", async () => {
    const findings = await findingsOf("targets: [{ target: typescript, runtime: [copy], subpaths: [mcp] }]\n");
    expect(findings.map(({ code }) => code)).toEqual(["invalid-target-option"]);
  });

  test("is recognized by the option and the value that it needs, which its target always has", () => {
    const needs = targets.flatMap(({ options }) => Object.values(options).map(({ needs }) => ({ needs, options })));
    const said = needs.flatMap(({ needs, options }) => (needs === undefined ? [] : [{ needs, needed: options[needs.option] }]));
    expect(said).toHaveLength(8);
    for (const { needs, needed } of said) {
      expect(needed?.kind === "string" || needed?.values.some((value) => value === needs.value), needs.option).toBe(true);
    }
  });
});

describe("the published schema of targets", () => {
  const schema = publishedSchemas.get("config") as JsonObject; // Every published schema is an object.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile({ ...schema });

  test("describes what each target writes, and its options", () => {
    const branches = member(member(schema.$defs, "Target"), "allOf");
    expect(isArray(branches) && branches.map((branch) => member(member(member(branch, "if"), "properties"), "target"))).toEqual(
      targets.map(({ name }) => ({ const: name })),
    );
    for (const [index, { options }] of targets.entries()) {
      const then = member(isArray(branches) ? branches[index] : undefined, "then");
      expect(member(then, "description")).toMatch(/\.$/);
      expect(member(then, "additionalProperties")).toBe(false);
      const properties = member(then, "properties");
      expect(isObject(properties) && Object.keys(properties)).toEqual(["target", "out", ...Object.keys(options)]);
      for (const [name, option] of Object.entries(options)) {
        const said = member(properties, name);
        expect(member(said, "description")).toMatch(/\.$/);
        expect(member(said, "default")).toEqual(option.default);
        if (option.kind === "choice") expect(member(said, "enum")).toEqual(option.values);
      }
    }
  });

  test("rejects the same options as the compiler", async () => {
    const entries = [...targets.flatMap(entriesFor), { target: "typescrpt" }, { target: 1 }, { out: "made" }, { target: "mcp", out: "" }];
    const findings = await findingsOf(JSON.stringify({ targets: entries }));
    // All go to one folder, where their files clash, which no schema can say.
    const errors = findings.filter(({ severity, code }) => severity === "error" && code !== "clashing-outputs");
    const refused = new Set(errors.map(({ pointer }) => pointer.split("/")[2]));
    validate({ targets: entries });
    const invalid = new Set((validate.errors ?? []).map(({ instancePath }) => instancePath.split("/")[2]));
    expect(invalid.size).toBeGreaterThan(entries.length / 2);
    expect(invalid.size).toBeLessThan(entries.length);
    expect(entries.filter((_entry, index) => refused.has(String(index)) !== invalid.has(String(index)))).toEqual([]);
  });
});

/** An entry for every option of every target, with every value that any of them may have, and some that none has. */
function entriesFor({ name: target, options: own }: (typeof targets)[number]): JsonObject[] {
  const all = new Set(targets.flatMap(({ options }) => Object.keys(options)));
  const values: Json[] = targets.flatMap(({ options }) => Object.values(options).flatMap(valuesOf));
  const odd: Json[] = [null, 0, "", " ", "x", [], ["x"], [null], {}, "./lib", "./lib.js", "../lib.d.ts", "..", "@a/b", "copy"];
  const distinct = [...new Map([...values, ...odd].map((value) => [JSON.stringify(value), value])).values()];
  return [
    { target },
    { target, emitt: "js" },
    ...[...all].filter((option) => !Object.hasOwn(own, option)).map((option) => ({ target, [option]: true })),
    ...Object.keys(own).flatMap((option) => distinct.map((value) => ({ target, [option]: value }))),
  ];
}

function valuesOf(option: TargetOption): Json[] {
  return option.kind === "string" ? [option.default] : [...option.values, ...(option.kind === "array" ? [[...option.values]] : [])];
}
