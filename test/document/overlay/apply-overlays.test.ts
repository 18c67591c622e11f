import fc from "fast-check";
import { expect, test } from "vitest";
import { applyOverlays } from "../../../src/document/overlay/apply-overlays.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../src/source/json/json.ts";
import { locate } from "../../../src/source/locate.ts";
import { parseTree } from "../../../src/source/parse-tree.ts";
import { originOfKey, originOfValue, type Path, type Tree } from "../../../src/source/tree.ts";

/** Applies actions, written as YAML or as data, to a document. */
function apply(document: string, ...overlays: readonly (string | readonly JsonObject[])[]) {
  const trees = overlays.map((actions, index) => {
    const text = typeof actions === "string" ? `actions:\n${actions.replace(/^/gm, "  ")}\n` : JSON.stringify({ actions });
    return parseTree({ path: `${index + 1}.overlay.${typeof actions === "string" ? "yaml" : "json"}`, text });
  });
  const { value: tree, diagnostics } = applyOverlays(parseTree({ path: "api.yaml", text: document }), trees);
  return { tree, data: tree.data, found: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

/** The texts of all keys and of all values that are no objects and arrays, where their origins are: `file: text`. */
function textsAt(tree: Tree): readonly { readonly path: Path; readonly part: string; readonly value: Json; readonly text: string }[] {
  const origins: ReturnType<typeof originOfValue>[] = [];
  const visit = (value: Json, path: Path) => {
    const last = path.at(-1);
    if (typeof last === "string") origins.push(originOfKey(tree, path));
    if (isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (isObject(value)) for (const [name, each] of Object.entries(value)) visit(each, [...path, name]);
    else origins.push(originOfValue(tree, path));
  };
  visit(tree.data ?? null, []);
  const spans = locate(origins);
  return origins.map((origin) => {
    const span = spans.get(origin);
    if (span === undefined) throw new Error("Every place was located.");
    const value = origin.part === "key" ? (origin.path.at(-1) ?? null) : valueOf(tree.data ?? null, origin.path);
    return { path: origin.path, part: origin.part, value, text: span.source.text.slice(span.start, span.end) };
  });
}

function valueOf(root: Json, path: Path): Json {
  return path.reduce<Json>((value, step) => (isArray(value) ? value[Number(step)] : (value as JsonObject)[step]) ?? null, root);
}

// Each row is a sentence of the specification (1.1.0, Action Object), in the document and the actions of its own.
test.each<[string, string, string, Json]>([
  [
    "an object is merged, its own members stay",
    "a: { b: 1, c: { d: 2 } }",
    "- { target: $.a, update: { c: { e: 3 } } }",
    { a: { b: 1, c: { d: 2, e: 3 } } },
  ],
  ["a primitive of the update replaces one of the target", "a: { b: 1 }", "- { target: $.a, update: { b: two } }", { a: { b: "two" } }],
  ["an array of the update is concatenated", "a: { b: [1] }", "- { target: $.a, update: { b: [1, 2] } }", { a: { b: [1, 1, 2] } }],
  ["a target that is an array takes an array's items", "a: [1]", "- { target: $.a, update: [2, [3]] }", { a: [1, 2, [3]] }],
  ["a target that is an array takes an object", "a: [1]", "- { target: $.a, update: { b: 2 } }", { a: [1, { b: 2 }] }],
  ["a target that is an array takes a primitive", "a: [1]", "- { target: $.a, update: null }", { a: [1, null] }],
  ["a primitive target is replaced", "a: { b: 1 }", "- { target: $.a.b, update: null }", { a: { b: null } }],
  ["a null can be replaced", "a: { b: null }", "- { target: $.a.b, update: x }", { a: { b: "x" } }],
  [
    "all selected nodes are updated",
    "a: { b: {}, c: {} }",
    "- { target: $.a.*, update: { d: [1] } }",
    { a: { b: { d: [1] }, c: { d: [1] } } },
  ],
  ["a node that is selected twice is updated once", "a: [1]", `- { target: "$['a','a']", update: 2 }`, { a: [1, 2] }],
  ["`remove` takes a member", "a: { b: 1, c: 2 }", "- { target: $.a.b, remove: true }", { a: { c: 2 } }],
  [
    "`remove` takes items of an array by what they are",
    "a: [x, y, x, z]",
    "- { target: \"$.a[?@ == 'x']\", remove: true }",
    { a: ["y", "z"] },
  ],
  ["`remove` takes what is inside of what it takes", "a: { b: { b: { c: 1 } } }", "- { target: $..b, remove: true }", { a: {} }],
  ["`remove: true` has priority over `update`", "a: { b: 1 }", "- { target: $.a.b, remove: true, update: 2 }", { a: {} }],
  ["`remove: false` is as if it were absent", "a: { b: 1 }", "- { target: $.a.b, remove: false, update: 2 }", { a: { b: 2 } }],
  [
    "actions apply to the result of the one before",
    "a: { b: 1 }",
    "- { target: $.a.b, remove: true }\n- { target: $.a, update: { b: { c: 2 } } }",
    { a: { b: { c: 2 } } },
  ],
  ["the root is updated", "a: 1", "- { target: $, update: { b: 2 } }", { a: 1, b: 2 }],
  ["`copy` merges what it selects", "a: { x: 1 }\nb: { y: 2 }", "- { target: $.b, copy: $.a }", { a: { x: 1 }, b: { y: 2, x: 1 } }],
  ["`copy` appends an array's items", "a: [1, 2]\nb: [0]", "- { target: $.b, copy: $.a }", { a: [1, 2], b: [0, 1, 2] }],
  [
    "a move is an update, a copy and a removal",
    "p: { old: { g: 1 } }",
    "- { target: $.p, update: { new: {} } }\n- { target: $.p.new, copy: $.p.old }\n- { target: $.p.old, remove: true }",
    { p: { new: { g: 1 } } },
  ],
  [
    "what was copied is a value of its own",
    "a: { x: {} }\nb: {}",
    "- { target: $.a.x, update: { n: 1 } }\n- { target: $.b, copy: $.a }\n- { target: $.b.x, update: { n: 2 } }",
    { a: { x: { n: 1 } }, b: { x: { n: 2 } } },
  ],
  [
    "what was inserted at several places is a value of its own at each",
    "a: {}\nb: {}",
    "- { target: $.*, update: { o: {} } }\n- { target: $.a.o, update: { n: 1 } }",
    { a: { o: { n: 1 } }, b: { o: {} } },
  ],
  ["a value is copied into itself", "a: { b: {} }", "- { target: $.a.b, copy: $.a }", { a: { b: { b: {} } } }],
  ["an alias of YAML is a value of its own", "a: &x { n: 1 }\nb: *x", "- { target: $.a, update: { n: 2 } }", { a: { n: 2 }, b: { n: 1 } }],
])("an overlay is applied: %s", (_title, document, actions, result) => {
  const { data, found, tree } = apply(document, actions);
  expect(found).toEqual([]);
  expect(data).toEqual(result);
  // The order of members is part of the result.
  expect(JSON.stringify(data)).toBe(JSON.stringify(result));
  for (const { value, text, path } of textsAt(tree)) expect(text.replace(/^["']|["']$/g, ""), path.join(".")).toBe(String(value));
});

test.each<[string, string, string, string]>([
  [
    "an object for a primitive",
    "a: { b: 1 }",
    "- { target: $.a, update: { b: {} } }",
    'inapplicable-action: This action cannot be applied to "api.yaml": an object cannot be merged with a number.',
  ],
  ["null for an object", "a: { b: {} }", "- { target: $, update: { a: { b: } } }", "null cannot be merged with an object"],
  ["a primitive for an array inside", "a: { b: [1] }", "- { target: $.a, update: { b: 2 } }", "a number cannot be merged with an array"],
  ["an array for an object", "a: {}", "- { target: $.a, update: [1] }", "an array cannot be merged with an object"],
  ["nodes of several kinds", "a: { b: {}, c: [] }", "- { target: $.a.*, update: {} }", "it selects objects and arrays"],
  ["the root removed", "a: 1", "- { target: $, remove: true }", "the root of a document cannot be removed"],
  ["a copy of nothing", "a: {}", "- { target: $.a, copy: $.b }", "it selects none"],
  ["a copy of two values", "a: {}\nb: {}", "- { target: $.a, copy: $.* }", "it selects 2"],
  ["a query that is none", "a: {}", "- { target: '$.a[', remove: true }", "invalid-overlay: "],
  ["a query with an extension of another tool", "a: {}", "- { target: '$.a^', remove: true }", "invalid-overlay: "],
  ["a query without a root", "a: {}", "- { target: a.b, remove: true }", "invalid-overlay: "],
  [
    "a target that matches nothing",
    "a: {}",
    "- { target: $.b, remove: true }",
    'action-without-effect: This action changes nothing, because its target matches nothing in "api.yaml".',
  ],
  ["an action without a change", "a: {}", "- { target: $.a }", "it has none of"],
  ["`update` beside `copy`", "a: {}\nb: {}", "- { target: $.a, update: {}, copy: $.b }", "switch each other off"],
])("an invalid action of an overlay is reported, and the document stays as it is: %s", (_title, document, actions, message) => {
  const { data, found } = apply(document, actions);
  expect(found).toEqual([expect.stringContaining(message)]);
  expect(data).toEqual(parseTree({ path: "api.yaml", text: document }).data);
});

test("overlays are applied in their order", () => {
  const { data } = apply("a: { b: 1 }", "- { target: $.a, update: { b: 2, c: 2 } }", "- { target: $.a, update: { b: 3 } }");
  expect(data).toEqual({ a: { b: 3, c: 2 } });
});

test("overlays may change members with names that every object inherits", () => {
  const document = '{"__proto__":{"x":1},"constructor":{},"a":{}}';
  const { data, found } = apply(document, [
    { target: "$['__proto__']", update: { y: 2 } },
    { target: "$.a", update: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') },
    { target: "$.constructor", remove: true },
    { target: "$.a.toString", remove: true },
  ]);
  expect(JSON.stringify(data)).toBe(
    '{"__proto__":{"x":1,"y":2},"a":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
  );
  expect(found).toEqual([expect.stringContaining("matches nothing")]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

const deep = `${'{"a":[1,'.repeat(40)}${'{"v":1,"text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}'}${"]}".repeat(40)}`;
const wide = JSON.stringify(
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, { v: index, text: "a".repeat(40) }])),
);

test.each<[string, string, readonly JsonObject[]]>([
  ["filters in filters", deep, [{ target: `$..[?${"@..[?".repeat(6)}@.v == 1${"]".repeat(6)}]`, remove: true }]],
  ["descents after descents", deep, [{ target: `$${"..*".repeat(30)}`, remove: true }]],
  [
    "products of nodes",
    wide,
    [
      { target: `$${"[*,*,*,*,*,*,*,*]".repeat(12)}`, remove: true },
      { target: "$[?count($..*[?count($..*) > 0]) > 1]", remove: true },
    ],
  ],
  ["a regular expression that backtracks", wide, [{ target: "$[?match(@.text, '(a|a)*b')]", remove: true }]],
  ["thousands of brackets", wide, [{ target: `$[?${"(".repeat(4_000)}`, remove: true }]],
  ["a query of a megabyte", wide, [{ target: `$.${"a".repeat(1_000_000)}`, remove: true }]],
  ["copies of copies", wide, Array.from({ length: 60 }, () => ({ target: "$.k0", copy: "$" }))],
  [
    "wide copies of copies",
    wide,
    Array.from({ length: 40 }, (_, index) => [
      { target: "$", update: { [`n${index}`]: {} } },
      { target: `$.n${index}`, copy: "$" },
    ]).flat(),
  ],
])("an overlay with %s ends at a limit, which is reported", (_title, document, actions) => {
  const overlay = parseTree({ path: "fix.overlay.json", text: JSON.stringify({ actions }) });
  const { diagnostics } = applyOverlays(parseTree({ path: "api.json", text: document }), [overlay], { steps: 20_000, insertions: 5_000 });
  expect(diagnostics.some(({ code }) => code === "inapplicable-action" || code === "invalid-overlay")).toBe(true);
});

test("each value and each key of a document with overlays has its origin, in random cases", () => {
  const name = fc.constantFrom("a", "b", "c", "__proto__");
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      fc.integer({ min: 0, max: 99 }),
      fc.array(tie("json"), { maxLength: 3 }),
      fc.dictionary(name, tie("json"), { maxKeys: 3 }),
    ),
  }));
  const target = fc
    .array(
      fc.oneof(
        name.map((each) => `['${each}']`),
        fc.constantFrom("[*]", "[0]", "[-1]", "..a", "[1:]", "[?@ > 40]", "[?@.a]"),
      ),
      { maxLength: 3 },
    )
    .map((steps) => `$${steps.join("")}`);
  const action = fc.oneof(
    fc.record({ target, update: json }),
    fc.record({ target, copy: target }),
    fc.record({ target, remove: fc.constant(true) }),
  );
  const document = fc.dictionary(name, json);
  fc.assert(
    fc.property(document, fc.array(fc.array(action, { maxLength: 6 }), { maxLength: 3 }), (data, overlays) => {
      const { tree } = apply(JSON.stringify(data), ...(overlays as JsonObject[][]));
      for (const { value, text, part, path } of textsAt(tree)) {
        if (part === "key" ? JSON.stringify(value) !== text : String(value) !== text)
          throw new Error(`${path.join(".")}: ${JSON.stringify(value)} is not ${text}`);
      }
    }),
    { numRuns: 500 },
  );
});
