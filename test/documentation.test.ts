import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Marked } from "marked";
import { gfmHeadingId } from "marked-gfm-heading-id";
import { describe, expect, test } from "vitest";
import { adapterNames } from "./adapters/adapter-names.ts";
import { root, runExamples, userPages } from "./documentation/blocks.ts";

const pages = [
  ...["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...readdirSync(join(root, "docs/diagnostics")).map((path) => `docs/diagnostics/${path}`),
  "docs/diagnostics.md",
  ...userPages.keys(),
];
const texts = new Map(pages.map((path) => [path, readFileSync(join(root, path), "utf8")]));
test("each adapter has an example of five to ten lines in test/adapters/examples", () => {
  const lengths = adapterNames.map((name) => {
    const example = [...runExamples.values()].find((text) => text.includes(`"toolsetc/${name}"`)) ?? "";
    return [name, example.trimEnd().split("\n").length];
  });
  expect(lengths.filter(([, lines]) => Number(lines) < 5 || Number(lines) > 10)).toEqual([]);
});

test("each script that a page of the documentation names is in package.json", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const named = [...texts]
    .filter(([path]) => path !== "CHANGELOG.md")
    .flatMap(([, text]) => text.match(/(?<=npm run )[a-z][a-z:-]*/g) ?? []);
  expect(named).toContain("typecheck:corpus");
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

describe.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("the page %s", (page) => {
  const files = ["src", "scripts", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `/${folder}/${path}`),
  );

  test("names files of the source, the scripts and the tests that exist", () => {
    const named = Array.from((texts.get(page) ?? "").matchAll(/`([\w./-]+\.(?:ts|mjs|css|schema\.json))`/g), ([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  });
});

test.each([...userPages].filter(([path]) => !path.startsWith("docs/reference/")))(
  "the page %s has short lines outside of tables",
  (_path, text) => {
    const lines = text
      .replaceAll(/^ *```.*?^ *```$/gms, "")
      .split("\n")
      .filter((line) => !line.startsWith("|"));
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  },
);

const { files: packed } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: readonly string[] };
const isPacked = (path: string) => path === "README.md" || packed.includes(path.split("/")[0] ?? "");
/** Where the pages that are not packed are read. */
const repository = "https://github.com/toolsetc/toolsetc/blob/main/";

describe("a page of the documentation", () => {
  const html = new Map([...texts].map(([path, text]) => [path, new Marked(gfmHeadingId()).parse(text) as string])); // Not asynchronous.
  const anchors = (path: string) => Array.from((html.get(path) ?? "").matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  const links = (path: string) => Array.from((html.get(path) ?? "").matchAll(/ (?:href|src)="([^"]+)"/g), ([, link = ""]) => link);
  /** The path in this repository, and the part of the page, that a link leads to; nothing if it is another site. */
  const targetOf = (path: string, link: string) => {
    const [file = "", anchor] = link.replace(repository, "").split("#");
    if (/^https?:/.test(file)) return [];
    const folder = link.startsWith(repository) ? "." : dirname(path);
    return [{ target: file === "" ? path : relative(root, resolve(root, folder, file)), anchor }];
  };

  test.each(pages)("has no dead link: %s", (path) => {
    const dead = links(path).filter((link) =>
      targetOf(path, link).some(
        ({ target, anchor }) => !existsSync(join(root, target)) || (anchor !== undefined && !anchors(target).includes(anchor)),
      ),
    );
    expect(dead).toEqual([]);
  });

  test.each(pages.filter(isPacked))("links only to packed files, or to addresses in the repository: %s", (path) => {
    const outside = links(path).filter(
      (link) => !link.startsWith(repository) && targetOf(path, link).some(({ target }) => !isPacked(target)),
    );
    expect(outside).toEqual([]);
  });

  test("can be reached from the README, and is short", () => {
    const reached = new Set(["README.md"]);
    for (const path of reached)
      for (const { target } of links(path).flatMap((link) => targetOf(path, link))) if (texts.has(target)) reached.add(target);
    expect(
      pages.filter((path) => !reached.has(path)),
      "pages without a link to them: docs/README.md has one to each",
    ).toEqual([]);
    // The reference of flags is one table for each command. The changelog grows with each release, and the list of codes with each code.
    const lengths = [...texts]
      .filter(([path]) => !["CHANGELOG.md", "docs/diagnostics.md"].includes(path))
      .map(([path, text]) => ({ path, lines: text.split("\n").length }));
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
    expect(texts.get("README.md")?.split("\n").length).toBeLessThanOrEqual(250);
  });
});
