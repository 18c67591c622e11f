import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyOverlays } from "../../src/document/overlay/apply-overlays.ts";
import { parseQuery } from "../../src/document/overlay/select-nodes.ts";
import { checkOverlay } from "../../src/project/documents/check-overlay.ts";
import type { Json } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { type Path, type Tree, valueAt } from "../../src/source/tree.ts";
import { corpus } from "../corpus/corpus.ts";

// The suites lie in the corpus, or in the folder that SUITES names: clones of OAI/Overlay-Specification and of
// jsonpath-standard/jsonpath-compliance-test-suite, by the names of these repositories.
const suites = process.env["SUITES"] ?? corpus("suites");
const overlays = join(suites, "Overlay-Specification");
const queries = join(suites, "jsonpath-compliance-test-suite/cts.json");

const treeOf = (path: string): Tree => parseTree({ path, text: readFileSync(path, "utf8") });

describe.skipIf(!existsSync(overlays))("the examples of the Overlay Specification are applied or refused as it says", () => {
  const sets = existsSync(overlays) ? foldersIn(join(overlays, "compliant-sets")) : [];

  test.each(sets)("in compliant-sets/%s", (name) => {
    const path = (file: string) => join(overlays, "compliant-sets", name, file);
    const overlay = treeOf(path("overlay.yaml"));
    expect(checkOverlay(overlay, { path: path("openapi.yaml"), url: undefined }).filter(({ severity }) => severity === "error")).toEqual(
      [],
    );
    const { value: tree, diagnostics } = applyOverlays(treeOf(path("openapi.yaml")), [overlay]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(tree.data).toEqual(treeOf(path("output.yaml")).data);
  });

  const cases = (existsSync(overlays) ? foldersIn(join(overlays, "tests")) : []).flatMap((version) =>
    (["pass", "fail"] as const).flatMap((kind) => {
      const folder = join(overlays, "tests", version, kind);
      return readdirSync(folder).map((file) => [`${version}/${kind}/${file}`, kind, join(folder, file)] as const);
    }),
  );

  test.each(cases)("in tests/%s", (_name, kind, path) => {
    const overlay = treeOf(path);
    const found = [...checkOverlay(overlay, { path: "openapi.yaml", url: undefined })];
    if (found.length === 0)
      found.push(...applyOverlays(parseTree({ path: "openapi.yaml", text: "openapi: 3.1.0\n" }), [overlay]).diagnostics);
    const isInvalid =
      overlay.data === undefined || found.some(({ code, severity }) => severity === "error" && code !== "inapplicable-action");
    expect(isInvalid).toBe(kind === "fail");
  });
});

interface QueryCase {
  readonly name: string;
  readonly selector: string;
  readonly document?: Json;
  readonly result?: readonly Json[];
  readonly results?: readonly (readonly Json[])[];
  readonly invalid_selector?: true;
}

describe.skipIf(!existsSync(queries))("the compliance test suite of JSONPath passes", () => {
  const { tests } = existsSync(queries) ? (JSON.parse(readFileSync(queries, "utf8")) as { tests: QueryCase[] }) : { tests: [] };

  test.each(tests.map((each) => [each.name, each] as const))("for %s", (_name, { selector, document = null, result, results, ...each }) => {
    const parsed = parseQuery(selector);
    expect("invalid" in parsed).toBe(each.invalid_selector === true);
    if ("invalid" in parsed) return;
    const selected = parsed.query(document, { left: 1_000_000 });
    if ("stopped" in selected) throw new Error(selected.stopped);
    const tree: Tree = { ...parseTree({ path: "document.json", text: "" }), data: document };
    const values = selected.paths.map((path: Path) => valueAt(tree, path));
    expect(results ?? [result]).toContainEqual(values);
  });
});

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
}
