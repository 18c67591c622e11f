import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";
import { corpusFiles, ownDocuments } from "../corpus/corpus.ts";
import { strayPlaces } from "../document/openapi/documents.ts";

const example = "An example does not match its schema: the standard says that it should.";
const undescribed = "JSON Schema lets a property be required without describing it; it is a warning.";

/** Documents of `invalid/` that do not break the standard, and why. */
const sound: { readonly [file: string]: string } = {
  "mermade-fuzz1-0e5805a8-5699-4428-9449-423c281d88c6.yaml": "`P)Zun!ngse1(f7` is a relative reference of RFC 3986.",
  "mermade-fuzz1-6b245d6c-716f-47bc-b347-c26ab9c92d0b.yaml": "The same document again.",
  "redocly-no-http-verbs-in-paths-error-openapi.yaml": "A path may hold the name of a method.",
  "redocly-no-invalid-media-type-examples-read-write-only-openapi.yaml": example,
  "redocly-no-invalid-media-type-examples-read-write-only-with-composition-openapi.yaml": example,
  "redocly-no-invalid-parameter-examples-read-write-only-openapi.yaml": example,
  "redocly-no-invalid-parameter-examples-with-exclusive-minimum-openapi-oas32-2020.yaml": example,
  "redocly-no-invalid-schema-examples-array-error-openapi.yaml": example,
  "redocly-no-invalid-schema-examples-oas3.1-error-openapi.yaml": example,
  "redocly-no-invalid-schema-examples-oas3.1-openapi.yaml": example,
  "redocly-oas3-no-errors-openapi.yaml": "As its name says.",
  "rm-2.0-misplaced-additionalProperty.yaml": "What stands beside `$ref` is ignored by the standard; it is a warning.",
  "rm-2.0-required-property-not-defined-input.yaml": undescribed,
  "rm-3.x-required-property-not-defined-components.yaml": undescribed,
  "rm-3.x-required-property-not-defined-input.yaml": undescribed,
  "sp-required-property-not-defined-definitions.yaml": undescribed,
  "sp-required-property-not-defined-input.yaml": undescribed,
  "rm-3.x-security-schemes-oauth2-empty-flows.yaml": "No field of the OAuth Flows Object is required.",
  "rm-no-paths.yaml": "From 3.0 on `paths` may be empty.",
};

/** Documents among the sound ones that break the standard, and what is said of them. */
const unsound: { readonly [file: string]: readonly string[] } = {
  // Our own that show what authors do all the same.
  "json-schema.yaml": ["wrong-type", "wrong-type"],
  "parameters.yaml": ["missing-path-parameter"],
  "swagger-2.yaml": ["invalid-status"],
  "values-as-text.yaml": [...Array(9).fill("coerced-value"), "missing-field", ...Array(5).fill("coerced-value")],
  // Those of OAI's own suites that its schemas accept and its text does not.
  // The path says `{id}`, its parameter is called `petId`. Its security scheme is described nowhere.
  "operation-object-example.yaml": ["missing-path-parameter", "unused-path-parameter", "unknown-security-scheme"],
  // Sound, but a security scheme is on another server, and nothing is fetched.
  "security-scheme-object-examples.yaml": ["remote-reference"],
};

const folders = {
  invalid: ["invalid", "suites/oai-v3.1-dev/fail", "suites/oai-v3.2-dev/fail"],
  valid: ["suites/oai-v3.1-dev/pass", "suites/oai-v3.2-dev/pass", "suites/oai-archive-schemas/v3.0/pass"],
};

function filesOf(list: readonly string[]): { path: string; name: string }[] {
  return corpusFiles(list, /\.(?:json|ya?ml)$/).map((path) => ({ path, name: path.split(/[\\/]/).slice(-3).join("/") }));
}

/** Under the profile of the standard. Many of these documents have no operation, which breaks no rule of it. */
async function errorsOf(path: string): Promise<string[]> {
  const file = basename(path);
  const input = { kind: "openapi", path: file, include: [], exclude: [] } as const;
  const { diagnostics, findings } = await compileTexts({ [file]: readFileSync(path, "utf8") }, { profile: "openapi", input });
  expect(strayPlaces(diagnostics)).toEqual([]);
  return findings.filter(({ code, severity }) => severity === "error" && code !== "no-tools").map(({ code }) => code);
}

describe("a document that breaks the OpenAPI standard", () => {
  test.each(filesOf(folders.invalid))("is reported: $name", async ({ path }) => {
    const errors = await errorsOf(path);
    const isSound = Object.hasOwn(sound, basename(path)) && basename(dirname(path)) === "invalid";
    if (isSound) expect(errors).toEqual([]);
    else expect(errors).not.toEqual([]);
  });
});

describe("a document that keeps to the OpenAPI standard", () => {
  const own = ownDocuments.filter(({ isWhole }) => isWhole).map(({ folder, file }) => ({ path: join(folder, file), name: file }));
  test.each([...own, ...filesOf(folders.valid)])("is not reported, except for listed findings: $name", async ({ path }) => {
    expect(await errorsOf(path)).toEqual(unsound[basename(path)] ?? []);
  });
});
