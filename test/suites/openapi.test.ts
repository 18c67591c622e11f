import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus.ts";
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

/** Documents of OAI's own suites that its schemas accept and its text does not, and what is said of them. */
const unsound: { readonly [file: string]: readonly string[] } = {
  // The path says `{id}`, its parameter is called `petId`. Its security scheme is described nowhere.
  "operation-object-example.yaml": ["missing-path-parameter", "unused-path-parameter", "unknown-security-scheme"],
  // Sound, but a security scheme is on another server, and nothing is fetched.
  "security-scheme-object-examples.yaml": ["remote-reference"],
};

const folders = {
  invalid: ["invalid", "suites/oai-v3.1-dev/fail", "suites/oai-v3.2-dev/fail"],
  valid: ["suites/oai-v3.1-dev/pass", "suites/oai-v3.2-dev/pass", "suites/oai-archive-schemas/v3.0/pass"],
};

function filesOf(list: readonly string[]): { folder: string; file: string }[] {
  if (!hasCorpus) return [];
  return list.flatMap((folder) =>
    readdirSync(corpus(folder))
      .filter((file) => /\.(?:json|ya?ml)$/.test(file))
      .map((file) => ({ folder, file })),
  );
}

/** Under the profile of the standard. Many of these documents have no operation, which breaks no rule of it. */
async function errorsOf(folder: string, file: string): Promise<string[]> {
  const texts = { [file]: readFileSync(corpus(`${folder}/${file}`), "utf8") };
  const input = { kind: "openapi", path: file, include: [], exclude: [] } as const;
  const { diagnostics, findings } = await compileTexts(texts, { profile: "openapi", input });
  expect(strayPlaces(diagnostics)).toEqual([]);
  return findings.filter(({ code, severity }) => severity === "error" && code !== "no-tools").map(({ code }) => code);
}

describe.skipIf(!hasCorpus)("documents that break the standard (skipped where the corpus is not beside the project)", () => {
  test.each(filesOf(folders.invalid))("$folder/$file", async ({ folder, file }) => {
    const errors = await errorsOf(folder, file);
    if (folder === "invalid" && Object.hasOwn(sound, file)) expect(errors).toEqual([]);
    else expect(errors).not.toEqual([]);
  });
});

describe.skipIf(!hasCorpus)("documents that OAI holds to be good", () => {
  test.each(filesOf(folders.valid))("$folder/$file", async ({ folder, file }) => {
    expect(await errorsOf(folder, file)).toEqual(unsound[file] ?? []);
  });
});
