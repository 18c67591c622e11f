import fc from "fast-check";
import { stringify } from "yaml";
import type { Json } from "../../src/source/json/json.ts";
import { parseNested, parseTree } from "../../src/source/parse-tree.ts";
import { originOfValue, type Path, type Tree, valueAt } from "../../src/source/tree.ts";

/** One text around the next: the form of the document, and of the scalar in it that holds what is inside. */
export type Layer =
  | { readonly form: "json" | "json-indented" }
  | { readonly form: "yaml"; readonly scalar: ScalarForm; readonly width: number };

type ScalarForm = "PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE" | "BLOCK_LITERAL" | "BLOCK_FOLDED";

const layer: fc.Arbitrary<Layer> = fc.oneof(
  fc.constantFrom<Layer>({ form: "json" }, { form: "json-indented" }),
  fc.record({
    form: fc.constant("yaml" as const),
    scalar: fc.constantFrom<ScalarForm>("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED"),
    width: fc.constantFrom(0, 20, 40, 80),
  }),
);

// Texts that are written differently in each form of scalar.
const nasty = fc.oneof(
  fc.constantFrom(
    "a: b",
    " leading",
    "trailing ",
    "two\nlines",
    "a\n\n\nb\n",
    "\n first is empty",
    "it's",
    'say "x"',
    "back\\slash",
    "tab\there",
    "😀",
    "é",
    "#no",
    "a #b",
    "  x\n y\n",
    "line\n  indented\nback\n",
  ),
  fc.string({ maxLength: 30 }),
  fc.lorem({ maxCount: 20 }),
);

export interface NestedCase {
  readonly file: string;
  readonly text: string;
  /** Trees from the file's to the innermost. */
  readonly trees: readonly Tree[];
  /** Words that stand once in the file, with their paths in the innermost tree. */
  readonly words: readonly { readonly path: Path; readonly word: string }[];
}

export const nestedCase: fc.Arbitrary<NestedCase> = fc
  .record({
    layers: fc.array(layer, { minLength: 1, maxLength: 4 }),
    fillers: fc.array(nasty, { minLength: 4, maxLength: 4 }),
    crlf: fc.boolean(),
    mark: fc.boolean(),
  })
  .map(({ layers, fillers, crlf, mark }) => {
    const [a = "", b = "", c = "", d = ""] = fillers;
    const inner: Json = {
      [`k ${a}`]: a,
      first: "ALPHAWORD",
      list: [b, "BETAWORD", { deep: { third: "GAMMAWORD", note: c } }],
      [d || "e"]: 7,
      last: "DELTAWORD",
    };
    let [data, depth]: [Json, number] = [inner, 0];
    for (const each of layers.slice(1)) data = { before: fillers[depth++ % 4] ?? "", holder: { text: write(data, each) }, after: [a, b] };
    const outermost = layers[0] ?? { form: "json" };
    const written = write(data, outermost);
    const text = (mark ? "\ufeff" : "") + (crlf ? written.replaceAll("\n", "\r\n") : written);
    const file = outermost.form === "yaml" ? "case.yaml" : "case.json";
    const words = [
      { path: ["first"], word: "ALPHAWORD" },
      { path: ["list", 1], word: "BETAWORD" },
      { path: ["list", 2, "deep", "third"], word: "GAMMAWORD" },
      { path: ["last"], word: "DELTAWORD" },
    ];
    return { file, text, trees: parseLayers(file, text, layers.length), words };
  });

export function parseLayers(path: string, text: string, count: number): Tree[] {
  const trees = [parseTree({ path, text })];
  for (let tree = trees[0]; tree !== undefined && trees.length < count; tree = trees.at(-1)) {
    const value = valueAt(tree, ["holder", "text"]);
    trees.push(parseNested(String(value), originOfValue(tree, ["holder", "text"])));
  }
  return trees;
}

function write(data: Json, each: Layer): string {
  if (each.form !== "yaml") return JSON.stringify(data, null, each.form === "json" ? 0 : 2);
  return stringify(data, { lineWidth: each.width, defaultStringType: each.scalar, defaultKeyType: "PLAIN", aliasDuplicateObjects: false });
}
