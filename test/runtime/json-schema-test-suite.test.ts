import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createValidator } from "../../src/runtime/schema/validate.ts";
import type { FormatPolicy } from "../../src/runtime/schema/validator.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

interface Group {
  readonly description: string;
  readonly schema: boolean | { readonly [keyword: string]: unknown };
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const suite = corpus("suites/json-schema-test-suite");
const remoteAddress = "http://localhost:1234/";

const scope = "Several resources have the same dynamic anchor, and the validator knows no dynamic scope. The compiler writes one resource.";
const metaschema = "The schema refers to the metaschema, which is not at hand at run time.";
const identifier = "A document is named by its address and not by its `$id`. The compiler writes no `$id`.";

/** Groups of the suite with cases that fail: how many, and why this does not matter to schemas that the compiler writes. */
const expectedFailures: { readonly [group: string]: { readonly cases: number; readonly reason: string } } = {
  "defs.json: validate definition against metaschema": { cases: 2, reason: metaschema },
  "ref.json: remote ref, containing refs itself": { cases: 2, reason: metaschema },
  "dynamicRef.json: $dynamicRef avoids the root of each schema, but scopes are still registered": { cases: 1, reason: scope },
  "dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first": { cases: 1, reason: scope },
  "dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first": { cases: 1, reason: scope },
  "dynamicRef.json: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated": {
    cases: 1,
    reason: scope,
  },
  "dynamicRef.json: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope":
    { cases: 1, reason: scope },
  "dynamicRef.json: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution":
    { cases: 1, reason: scope },
  "dynamicRef.json: after leaving a dynamic scope, it is not used by a $dynamicRef": { cases: 2, reason: scope },
  "dynamicRef.json: multiple dynamic paths to the $dynamicRef keyword": { cases: 2, reason: scope },
  "dynamicRef.json: strict-tree schema, guards against misspelled properties": { cases: 1, reason: scope },
  "dynamicRef.json: tests for implementation dynamic anchor and reference link": { cases: 1, reason: scope },
  "unevaluatedItems.json: unevaluatedItems with $dynamicRef": { cases: 1, reason: scope },
  "unevaluatedProperties.json: unevaluatedProperties with $dynamicRef": { cases: 1, reason: scope },
  "refRemote.json: remote HTTP ref with different $id": { cases: 2, reason: identifier },
  "refRemote.json: remote HTTP ref with different URN $id": { cases: 2, reason: identifier },
  "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary": {
    cases: 1,
    reason: "The schema's own metaschema switches the validation keywords off. The compiler writes no `$schema` into tools.",
  },
};

describe.skipIf(!hasCorpus)("of the JSON Schema test suite", () => {
  test("all cases for 2020-12 pass, except for the listed ones", () => {
    const outcome = run("draft2020-12", "annotations");
    expect(outcome.cases).toBe(1299);
    expect(Object.fromEntries(outcome.failed)).toEqual(
      Object.fromEntries(Object.entries(expectedFailures).map(([group, { cases }]) => [group, cases])),
    );
    expect([...outcome.failed.values()].reduce((sum, cases) => sum + cases, 0)).toBe(23);
  });

  test("all cases for the formats that inputs assert pass, except for the listed ones", () => {
    const asserted = ["date", "date-time", "time", "email", "uuid", "uri", "hostname", "ipv4", "ipv6"];
    const outcome = run("draft2020-12/optional/format", "asserted", (file) => asserted.includes(file.replace(".json", "")));
    expect(Object.fromEntries(outcome.failed)).toEqual({
      // Whether an A-label is right takes the tables of IDNA; the form of a host name is checked.
      "hostname.json: validation of A-label (punycode) host names": 23,
    });
  });
});

function run(
  folder: string,
  formats: FormatPolicy,
  isWanted: (file: string) => boolean = () => true,
): { cases: number; failed: Map<string, number> } {
  const failed = new Map<string, number>();
  let cases = 0;
  for (const file of readdirSync(join(suite, folder))
    .filter((name) => name.endsWith(".json") && isWanted(name))
    .sort()) {
    // The suite's own format, which its README describes.
    for (const group of JSON.parse(readFileSync(join(suite, folder, file), "utf8")) as Group[]) {
      for (const { data, valid } of group.tests) {
        cases += 1;
        if (accepts(group.schema, data, formats) === valid) continue;
        const name = `${file}: ${group.description}`;
        failed.set(name, (failed.get(name) ?? 0) + 1);
      }
    }
  }
  return { cases, failed };
}

/** Whether a value has no issue; `undefined` if the check itself fails. */
function accepts(schema: Group["schema"], data: unknown, formats: FormatPolicy): boolean | undefined {
  try {
    return createValidator(withRemotes(schema), formats)(data).length === 0;
  } catch {
    return undefined;
  }
}

/** The compiler leaves no reference to another document, so the suite's other documents are put into `$defs`. */
function withRemotes(schema: Group["schema"]): Group["schema"] {
  if (typeof schema === "boolean") return schema;
  const found = new Map<string, object>();
  const waiting: unknown[] = [[schema, typeof schema["$id"] === "string" ? schema["$id"] : remoteAddress]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, base] = next as [unknown, string]; // Only such pairs are put in.
    if (typeof node !== "object" || node === null) continue;
    const id = Reflect.get(node, "$id");
    const here = typeof id === "string" ? new URL(id, base).href : base;
    for (const [keyword, value] of Object.entries(node)) {
      waiting.push([value, here]);
      if ((keyword !== "$ref" && keyword !== "$dynamicRef") || typeof value !== "string" || !URL.canParse(value, here)) continue;
      const address = new URL(value, here).href.split("#", 1)[0] ?? "";
      const path = join(suite, "remotes", address.slice(remoteAddress.length));
      if (!address.startsWith(remoteAddress) || found.has(address) || !address.endsWith(".json") || !existsSync(path)) continue;
      const remote = { $id: address, ...JSON.parse(readFileSync(path, "utf8")) };
      found.set(address, remote);
      waiting.push([remote, address]);
    }
  }
  const own = typeof schema["$id"] === "string" ? new URL(schema["$id"], remoteAddress).href : "";
  found.delete(own);
  if (found.size === 0) return schema;
  return { ...schema, $defs: { ...(schema["$defs"] as object | undefined), ...Object.fromEntries(found) } }; // `$defs` is an object of schemas.
}
