import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { parseTree } from "../../../src/source/tree.ts";
import { corpus, hasCorpus } from "../../corpus.ts";
import { checkOne, read, strayPlaces } from "./documents.ts";

/** Documents that really lack what a call needs, and how many of their operations are left out for it. */
const incomplete: { readonly [file: string]: number } = {
  "hey-2.0.x-external.yaml": 10, // Its other files are not in the corpus.
};

interface Row {
  readonly file: string;
  readonly operations: number;
  readonly externalReferences: number;
}

const rows: Row[] = hasCorpus
  ? readFileSync(corpus("openapi/INDEX.tsv"), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"))
      .map(([file = "", , , , operations, , , , references]) => ({
        file,
        operations: Number(operations),
        externalReferences: Number(references),
      }))
  : [];

describe.skipIf(!hasCorpus)("the documents of the corpus (skipped where it is not beside the project)", () => {
  let whole = 0;
  let accepted = 0;

  test.each(rows)("$file", ({ file, operations, externalReferences }) => {
    const { value, diagnostics } = checkOne(
      parseTree({ path: file, text: readFileSync(corpus(`openapi/${file}`), "utf8") }),
      () => undefined,
    );
    expect(value?.operationCount).toBe(operations);
    const left = value?.operations.length ?? 0;
    expect(`${operations - left} of ${operations} left out`).toBe(`${incomplete[file] ?? 0} of ${operations} left out`);
    expect(strayPlaces(diagnostics)).toEqual([]);
    // Each operation that is left out is named by an error at its own place.
    expect(diagnostics.filter(({ code }) => code === "refused-operation")).toHaveLength(value?.refused.length ?? -1);
    expect(new Set([...(value?.operations ?? []), ...(value?.refused ?? [])].map(({ key }) => key)).size).toBe(operations);
    if (externalReferences === 0) {
      whole += operations;
      accepted += left;
    }
  });

  // Not a test of its own, which could come before the others.
  afterAll(() => {
    expect(whole).toBeGreaterThan(7000);
    expect(accepted / whole).toBeGreaterThanOrEqual(0.99);
  });

  test("GitHub's parameters, bodies and responses are all read", () => {
    const tree = parseTree({ path: "github-rest.json", text: readFileSync(corpus("openapi/github-rest.json"), "utf8") });
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
  });

  test("a second check of the same tree says the same", () => {
    const tree = read(readFileSync(corpus("openapi/cloudflare.json"), "utf8"));
    const again = checkOne(tree, () => undefined);
    expect(checkOne(tree, () => undefined).diagnostics).toEqual(again.diagnostics);
  });
});
