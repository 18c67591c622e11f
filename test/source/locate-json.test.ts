import fc from "fast-check";
import { expect, test } from "vitest";
import { isArray, isObject, type Json } from "../../src/source/json/json.ts";
import { locate } from "../../src/source/locate.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { originOfKey, originOfValue, type Path, valueAt } from "../../src/source/tree.ts";

/** Every path in a value, that of the value itself first. */
function pathsIn(value: Json, path: Path = []): Path[] {
  const entries: [string | number, Json][] = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([step, each]) => pathsIn(each, [...path, step]))];
}

test("any choice of places in JSON is found, whatever the layout of the text", () => {
  const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), choices, fc.constantFrom(0, 2, "\t"), (value, chosen, indent) => {
      const text = JSON.stringify(value, null, indent);
      const tree = parseTree({ path: "a.json", text });
      const paths = pathsIn(tree.data ?? null);
      const places = chosen.map((each) => originOfValue(tree, paths[each % paths.length] ?? []));
      for (const [place, { start, end }] of locate(places)) {
        if (!("path" in place)) throw new Error("It is an origin.");
        expect(JSON.parse(text.slice(start, end))).toEqual(valueAt(tree, place.path));
      }
    }),
  );
});

test("JSON is not read after the last of the places that are looked for", () => {
  const text = '{"a": {"b": [1, {"c": 2}]}, "d": 3}';
  const tree = parseTree({ path: "a.json", text });
  const at = (path: Path) =>
    locate([originOfValue(tree, path)])
      .values()
      .next().value;
  expect(at(["a", "b", 1, "c"])).toMatchObject({ start: text.indexOf("2"), end: text.indexOf("2") + 1 });
  expect(at(["a"])).toMatchObject({ start: text.indexOf('{"b"'), end: text.indexOf(', "d"') });
  expect(at([])).toMatchObject({ start: 0, end: text.length });
});

test("of two members with the same name in JSON, the last one is found", () => {
  const text = '{"a": 1, "b": {"c": 1}, "b": {"c": 2, "c": 3}}';
  const tree = parseTree({ path: "a.json", text });
  const places = [originOfValue(tree, ["b", "c"]), originOfKey(tree, ["b", "c"])];
  expect([...locate(places).values()].map(({ start, end }) => text.slice(start, end))).toEqual(["3", '"c"']);
});
