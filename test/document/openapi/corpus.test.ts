import { afterAll, describe, expect, test } from "vitest";
import { parseTree } from "../../../src/source/parse-tree.ts";
import { documentsNamed, hasCorpus, openApiDocuments, textOf } from "../../corpus/corpus.ts";
import { checkOne, strayPlaces } from "./documents.ts";

/** Documents that really lack what a call needs, and how many of their operations are left out for it. */
const incomplete: { readonly [file: string]: number } = {
  "hey-2.0.x-external.yaml": 5, // Its other files are not in the corpus.
  "references.yaml": 2, // Its other files are not given here.
};

describe("the documents of the project and of the corpus", () => {
  let whole = 0;
  let accepted = 0;

  test.each(openApiDocuments)("each operation of $file is read, or is left out with an error at its own place", (document) => {
    const { file, operations, isWhole } = document;
    const { value, diagnostics } = checkOne(parseTree({ path: file, text: textOf(document) }), () => undefined);
    expect(value?.operationCount).toBe(operations);
    const left = value?.operations.length ?? 0;
    expect(`${operations - left} of ${operations} left out`).toBe(`${incomplete[file] ?? 0} of ${operations} left out`);
    expect(strayPlaces(diagnostics)).toEqual([]);
    // Each operation that is left out is named by an error at its own place.
    expect(diagnostics.filter(({ code }) => code === "refused-operation")).toHaveLength(value?.refused.length ?? -1);
    expect(new Set([...(value?.operations ?? []), ...(value?.refused ?? [])].map(({ key }) => key)).size).toBe(operations);
    if (isWhole) {
      whole += operations;
      accepted += left;
    }
  });

  // At least 99 % of the operations of whole documents. Not a test of its own, which could come before the others.
  afterAll(() => {
    expect(accepted).toBeGreaterThanOrEqual(whole * 0.99);
  });

  test.skipIf(!hasCorpus).each(documentsNamed(["github-rest.json"]))(
    "have operations in GitHub's document with all parameters, bodies and responses",
    (document) => {
      const tree = parseTree({ path: document.file, text: textOf(document) });
      const operations = checkOne(tree, () => undefined).value?.operations ?? [];
      const create = operations.find(({ operationId }) => operationId === "issues/create");
      expect(create).toMatchObject({ key: "POST /repos/{owner}/{repo}/issues", method: "POST", tags: ["issues"], deprecated: false });
      expect(create?.parameters.map(({ name, in: where, required }) => `${where} ${name} ${required}`)).toEqual([
        "path owner true",
        "path repo true",
      ]);
      expect(create?.requestBody?.content.map(({ mediaType }) => mediaType)).toEqual(["application/json"]);
      expect(create?.responses.map(({ status }) => status)).toEqual(["201", "400", "403", "404", "410", "422", "503"]);
      expect(operations.flatMap(({ responses }) => responses).filter(({ content }) => content === undefined)).toEqual([]);
    },
  );

  test.each(documentsNamed(["swagger-2.yaml", "cloudflare.json"]))(
    "have the same findings in a second check of the tree: $file",
    (document) => {
      const tree = parseTree({ path: document.file, text: textOf(document) });
      const again = checkOne(tree, () => undefined);
      expect(checkOne(tree, () => undefined).diagnostics).toEqual(again.diagnostics);
    },
  );
});
