import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { messageNamed } from "../src/definition/message-named.ts";
import config from "../src/definition/schemas/config.schema.json" with { type: "json" };
import { kinds } from "../src/kinds.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const golden = "test/golden/every-kind/input";
const goldenTexts = readdirSync(join(import.meta.dirname, "..", golden)).flatMap((name) =>
  name.endsWith(".yaml") ? [read(`${golden}/${name}`)] : [],
);

// What the type checker cannot know of the table.
describe.each(Object.entries(kinds))("the kind %s", (kind, { toolset, tool, list, endpointFields, document, transportEntry }) => {
  const members = [toolset, ...(tool === undefined ? [] : [tool])];

  test.each(members)("has the message %s with the fields of the table", (member) => {
    const { properties } = messageNamed(`${member.charAt(0).toUpperCase()}${member.slice(1)}`);
    expect(properties).toMatchObject(Object.fromEntries(endpointFields.map((name) => [name, expect.anything()])));
    if (document !== undefined) expect(properties).toHaveProperty(document);
  });

  test("has its tools in a list of the message", () => {
    const { properties } = messageNamed(`${toolset.charAt(0).toUpperCase()}${toolset.slice(1)}`);
    if (list !== undefined) expect(properties).toMatchObject({ [list]: { type: "array" } });
  });

  test("has a color in the page of `catalog`", () => {
    const styles = read("src/describe/catalog/browser/page.css");
    expect(styles).toContain(`.${kind} { --kind: var(--${kind}); }`);
    expect(styles).toMatch(new RegExp(`^  --${kind}: `, "m"));
  });

  test("has the transport of its calls in the run-time library, and the package exports it", async () => {
    const { name, entry } = transportEntry;
    const source = [`../src/runtime/${entry}.ts`, `../src/runtime/${entry}/${entry}.ts`]
      .map((path) => join(import.meta.dirname, path))
      .find(existsSync);
    const module: Record<string, unknown> = await import(pathToFileURL(source ?? "").href);
    expect(module[name]).toBeTypeOf("function");
    const { exports } = JSON.parse(read("src/runtime/package.json"));
    expect(Object.values<{ default?: string }>(exports).map((each) => each.default)).toContain(`./compiled/${entry}.js`);
  });

  test("is a value of the fact `kind` in the schema of toolsetc.yaml, wherever assertions have this fact", () => {
    const ofFacts = Object.values(config.$defs).flatMap((each) =>
      "properties" in each && "kind" in each.properties ? [each.properties.kind] : [],
    );
    expect(ofFacts.length).toBeGreaterThan(5);
    const list = expect.arrayContaining([kind]);
    for (const { anyOf } of ofFacts) expect(anyOf).toMatchObject([{ enum: list }, { items: { enum: list } }, {}]);
  });

  test("has a toolset in the golden case every-kind", () => {
    expect(goldenTexts.filter((text) => text.includes(`\n${toolset}:`))).not.toEqual([]);
  });

  test("has a row in docs/definitions.md with its fields and its page, which docs/README.md links", () => {
    const row =
      read("docs/definitions.md")
        .split("\n")
        .find((line) => line.startsWith(`| [\`${kind}\`](`)) ?? "";
    for (const member of members) expect(row).toContain(`\`${member}\``);
    const page = /\(([^)]*)\)/.exec(row)?.[1];
    expect(read("docs/README.md").includes(`](${page})`), `docs/README.md links ${page}`).toBe(true);
  });

  test("is among the kinds that ARCHITECTURE.md lists under Words", () => {
    expect(/^\| kind \|.*$/m.exec(read("ARCHITECTURE.md"))?.[0]).toContain(`\`${kind}\``);
  });
});
