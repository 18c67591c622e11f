import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../src/source/edit.ts";
import { isArray, isObject, type Json } from "../../src/source/json/json.ts";
import { locate } from "../../src/source/locate.ts";
import { parseNested, parseTree } from "../../src/source/parse-tree.ts";
import { buildPathTree, locationsOf } from "../../src/source/path-tree.ts";
import { originOfValue, type Path, type Tree, valueAt } from "../../src/source/tree.ts";
import { locateAnyYaml } from "../../src/source/yaml/locate-yaml.ts";
import { parseYaml } from "../../src/source/yaml/parse-yaml.ts";
import { readYaml } from "../../src/source/yaml/read-yaml.ts";
import { sampled } from "../long.ts";
import { styledYaml } from "./styled-yaml.ts";

test("texts of YAML in every style are read as by the parser `yaml`, with the same places", { timeout: 60_000 }, () => {
  let [valid, places] = [0, 0];
  fc.assert(
    fc.property(styledYaml, (text) => {
      const slow = readYaml(text);
      const fast = parseYaml(text);
      // `js-yaml` alone takes comments without a space before them, and keys in brackets that are on two lines.
      if (slow.problems[0]?.code === "syntax-error" && fast.problems.length === 0) {
        expect(slow.problems[0].reason, text).toMatch(/a space is missing|must be on one line|too little indentation/);
        return;
      }
      expect(JSON.stringify(fast), text).toBe(JSON.stringify(slow));
      const tree = parseTree({ path: "x.yaml", text });
      if (!isSound(tree) || tree.format !== "yaml") return;
      valid++;
      const origins = pathsIn(tree.data ?? null).map((path) => originOfValue(tree, path));
      const wanted = buildPathTree(origins);
      locateAnyYaml(text, wanted);
      for (const [origin, found] of locationsOf(wanted)) {
        // The line break behind the last line of all is no part of any value.
        if (origin.path.length === 0 || found === undefined || found.value.start === found.value.end) continue;
        const span = locate([origin]).get(origin);
        expect([span?.start, span?.end], `${JSON.stringify(origin.path)} in ${text}`).toEqual([found.value.start, found.value.end]);
        places++;
      }
    }),
    { numRuns: sampled(1000), seed: 1 },
  );
  expect(valid).toBeGreaterThan(sampled(500));
  expect(places).toBeGreaterThan(sampled(3000));
});

const values = [
  "$env_var",
  "https://x.example/{id}?a=b#c",
  "a: b",
  "#x",
  "it's",
  "",
  " x ",
  "two\nlines",
  "a, b",
  "-",
  "7",
  7,
  true,
  null,
  "x:",
];

test("a value of YAML in any style is edited, alone and in a text inside a text", { timeout: 60_000 }, () => {
  let edits = 0;
  fc.assert(
    fc.property(styledYaml, fc.nat(), fc.constantFrom<Json>(...values), fc.boolean(), (inner, which, value, isNested) => {
      // What an alias or a tag says of a value goes for the new one, too.
      if (/[&!?\ufeff]/.test(inner)) return;
      const text = isNested ? `x:\n- holder: |1\n   ${inner.replaceAll("\n", "\n   ")}\n- y\n` : inner;
      const tree = treeIn(text, isNested);
      if (tree === undefined || !isSound(tree)) return;
      const paths = pathsIn(tree.data ?? null).filter((path) => typeof valueAt(tree, path) === "string");
      const path = paths[which % paths.length];
      if (path === undefined || valueAt(tree, path) === "") return;
      const edited = applyEdits([{ origin: originOfValue(tree, path), value }]).get("x.yaml") ?? "";
      const after = treeIn(edited, isNested);
      expect(
        after?.problems.filter(({ code }) => code !== "lossy-number"),
        edited,
      ).toEqual([]);
      expect(JSON.stringify(after?.data), `${text}\n${edited}`).toBe(JSON.stringify(withValue(tree.data ?? null, path, value)));
      edits++;
    }),
    { numRuns: sampled(2500), seed: 1 },
  );
  expect(edits).toBeGreaterThan(sampled(300));
});

function treeIn(text: string, isNested: boolean): Tree | undefined {
  const tree = parseTree({ path: "x.yaml", text });
  if (!isNested) return tree;
  const holder = originOfValue(tree, ["x", 0, "holder"]);
  const inner = valueAt(tree, holder.path);
  return typeof inner === "string" ? parseNested(inner, holder) : undefined;
}

function isSound({ data, problems }: Tree): boolean {
  return data !== undefined && problems.every(({ code }) => code === "lossy-number");
}

function pathsIn(value: Json, path: Path = []): Path[] {
  const entries: [string | number, Json][] = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([step, item]) => pathsIn(item, [...path, step]))];
}

function withValue(into: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  if (isArray(into)) return into.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  if (!isObject(into)) return into;
  return Object.fromEntries(Object.entries(into).map(([key, item]) => [key, key === step ? withValue(item, rest, value) : item]));
}
