import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { messageNamed } from "../src/definition/message-named.ts";
import { kinds } from "../src/kinds.ts";

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
    const styles = readFileSync(join(import.meta.dirname, "../src/describe/catalog/browser/page.css"), "utf8");
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
    const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, "../src/runtime/package.json"), "utf8"));
    expect(Object.values<{ default?: string }>(exports).map((each) => each.default)).toContain(`./compiled/${entry}.js`);
  });
});
