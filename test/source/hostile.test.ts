import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemsOf } from "../../src/diagnostic/problems.ts";
import { report } from "../../src/diagnostic/report.ts";
import { decode, decodedTree } from "../../src/source/decode.ts";

// A collection of hostile files that is kept beside the project.
const folder = join(import.meta.dirname, "../../../shared/hostile");
const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^3\d-.*\.(?:yaml|json)$/.test(name)) : [];

const expected: { readonly [number: string]: readonly string[] } = {
  "30": ["alias-limit 10:12"],
  "31": ["too-deep 2:105"],
  "32": ["too-deep 3:204"],
  "33": ["duplicate-key 18:1"],
  "34": ["duplicate-key 1:77"],
  "35": ["unknown-tag 1:12", "unknown-tag 2:4", "unknown-tag 3:4"],
  "36": ["several-documents 2:1"],
  "37": ["not-utf-8 1:14"],
  "39": ["lossy-number 8:23", "infinite-number 8:50", "infinite-number 8:57", "infinite-number 8:63"],
};

// All in one process: the second deep file is the one that ends it where there is no guard.
test.skipIf(names.length === 0)("each hostile file is refused at its place", () => {
  for (const name of names) {
    const tree = decodedTree(name, decode(readFileSync(join(folder, name))));
    const findings = report(problemsOf(tree), { severities: new Map(), suppressed: [] });
    expect(
      findings.map(({ code, mark: { start } }) => `${code} ${start.line}:${start.column}`),
      name,
    ).toEqual(expected[name.slice(0, 2)]);
  }
});
