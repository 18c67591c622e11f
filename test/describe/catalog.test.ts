import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { groupDetails, toolDetails } from "../../src/describe/catalog/tool-details.ts";
import { runCommand } from "../run-command.ts";
import { dataIn, readPage, withCharacters } from "./read-page.ts";

const own = join(import.meta.dirname, "../../toolsets");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-catalog-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function page(...args: string[]): Promise<string> {
  const file = join(folder, "catalog.html");
  const { status, stderr } = await runCommand(["catalog", ...args, "-o", file], { cwd: folder });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return readFileSync(file, "utf8");
}

describe("the page of `catalog` for the project's own tools", () => {
  test("is the same in every run, and contains nothing of this machine", async () => {
    const text = await page(own);
    expect(await page(own)).toBe(text);
    expect(text).not.toContain(own);
  });

  test("names each tool with its purpose, its request, its hosts by environment and its agents", async () => {
    const text = await page(own);
    const ids = [...text.matchAll(/<article class="tool" id="tool-([^"]*)"/g)].map(([, id]) => id);
    const article = text.slice(text.indexOf('id="tool-exchange_rates_get_latest_rates"'));
    expect(article.slice(0, article.indexOf("</article>"))).toMatch(/Latest exchange rates[\s\S]*<code>GET \/latest<\/code>/);
    const details = toolDetails(readPage(text).toolAt(ids.indexOf("exchange_rates_get_latest_rates"))).html;
    expect(details).toMatch(/exchange_rates[\s\S]*<code>GET \/latest<\/code>[\s\S]*Travel Planner/);
    expect(text).toContain("<b>dev</b> http://localhost:8080/v1");
    expect(text).toContain("<b>prod</b> https://api.frankfurter.dev/v1");
  });

  test("has the version of each document, and the owners of each toolset by CODEOWNERS", async () => {
    const repository = join(folder, "repository");
    cpSync(own, join(repository, "toolsets"), { recursive: true });
    mkdirSync(join(repository, ".git"));
    writeFileSync(join(repository, "CODEOWNERS"), "* @acme/all\n/toolsets/weather* @acme/weather sky@example.com\n");
    const file = join(repository, "catalog.html");
    expect(await runCommand(["catalog", "toolsets", "-o", file], { cwd: repository })).toMatchObject({ status: 0 });
    const sections = readFileSync(file, "utf8").split('<section class="toolset" ').slice(1);
    const weather = sections.find((section) => section.startsWith('id="toolset-weather"'));
    expect(weather).toMatch(/<dt>Version<\/dt><dd>1\.0<\/dd>/);
    expect(weather).toContain("<dt>Owned by</dt><dd>@acme/weather, sky@example.com</dd>");
    expect(sections.filter((section) => section.includes("<dd>@acme/all</dd>"))).toHaveLength(sections.length - 1);
  });

  test("loads nothing from anywhere: its addresses are texts", async () => {
    const text = await page(own);
    expect(text).toContain(`content="default-src 'none'; style-src 'sha256-`);
    expect(text).not.toMatch(/<(?:link|img|iframe|object|embed|base)\b|\bsrc=|@import|url\(/);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="data">', '<script type="module">']);
  });

  test("says in words what changed since a base", async () => {
    const before = join(folder, "before");
    const after = join(folder, "after");
    for (const copy of [before, after]) cpSync(own, copy, { recursive: true });
    const weather = join(after, "weather.openapi.yaml");
    const changed = readFileSync(weather, "utf8")
      .replace("schema: { type: array, items: { $ref", "schema: { type: array, maxItems: 2, items: { $ref")
      .replace("What the weather will be.", "\u202eWhat it will be.")
      .replace("The weather at one place", "The \u202eweather at a place");
    writeFileSync(weather, changed);
    const text = await page(after, "--against", before);
    const section = text.slice(text.indexOf("What changed"), text.indexOf("At a glance"));
    expect(section).toContain("may break what uses them");
    expect(section).toContain("<ins>");
    // What nobody would see is named.
    expect(withCharacters(section)).toContain("⟨U+202E⟩");
    expect(section).not.toContain("\u202e");
    expect(await page(before, "--against", before)).toContain("nothing.");
  });
});

test("the page is in ASCII, which browsers decode fastest, and has all characters of the document", async () => {
  const description = "Größe — 大きさ 🦊";
  const parameters = [{ name: "size", in: "query", description, schema: { type: "string", enum: ["größer", "kleiner"] } }];
  const document = join(folder, "characters.json");
  const text = {
    openapi: "3.1.0",
    info: { title: "Characters", version: "1", description },
    servers: [{ url: "https://x.example" }],
    paths: { "/a": { get: { operationId: "read", summary: description, parameters, responses: { 204: { description: "Done." } } } } },
  };
  writeFileSync(document, JSON.stringify(text));
  const shown = await page("--openapi", document);
  expect(/[^\0-\x7f]/.exec(shown)).toBeNull();
  const { toolAt, entries } = readPage(shown);
  expect(toolAt(0).details.arguments[0]).toMatchObject({ type: "one of: größer, kleiner", description });
  expect(entries()[0]?.parameters[0]?.words).toEqual(["größer", "kleiner"]);
  const readable = withCharacters(shown);
  expect(/<span class="title">(.*?)<\/span>/.exec(readable)?.[1]).toBe(description);
});

test("values open with the members of every form that they may have, with their defaults and examples", async () => {
  const cat = { type: "object", properties: { lives: { type: "integer", default: 9 } } };
  const dog = { type: "object", title: "Dog", properties: { name: { type: "string", description: "Its `name`.", example: "Rex" } } };
  const properties = {
    label: { type: "array", items: { oneOf: [{ type: "string" }, { type: "object", properties: { color: { type: "string" } } }] } },
    pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, dog] },
    counts: { type: "object", additionalProperties: { $ref: "#/components/schemas/Cat" } },
    tree: { $ref: "#/components/schemas/Tree" },
  };
  const tree = { type: "array", items: { $ref: "#/components/schemas/Tree" } };
  const answer = { description: "It.", content: { "application/json": { schema: { type: "object", properties } } } };
  const document = join(folder, "forms.json");
  const text = {
    openapi: "3.0.3",
    info: { title: "Forms", version: "1" },
    servers: [{ url: "https://x.example" }],
    paths: { "/a": { get: { operationId: "read", responses: { 200: answer } } } },
    components: { schemas: { Cat: cat, Tree: tree } },
  };
  writeFileSync(document, JSON.stringify(text));
  const shown = await page("--openapi", document);
  const rowsIn = (table: string) =>
    [...table.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>(?:<td>(.*?)<\/td>)?/g)].map(([, name, type, meaning]) =>
      [name, type?.replace(/<button .*data-group="(\d+)">.*/, "$1"), meaning].filter((cell) => cell !== undefined),
    );
  const reader = readPage(shown);
  const group = (row: readonly (string | undefined)[] | undefined) => rowsIn(groupDetails(reader.groupAt(0, Number(row?.[1]))).html);
  const [, results = ""] = toolDetails(reader.toolAt(0)).html.split("<h4>Result</h4>");
  const [label, pet, counts, list] = rowsIn(results);
  expect(group(label)).toEqual([["<code>color</code>", "text"]]);
  const [first, second] = group(pet);
  expect([first?.[0], second?.[0]]).toEqual(["<i>form “Cat”</i>", "<i>form “Dog”</i>"]);
  const lives = [["<code>lives</code>", "whole number", '<p class="fact">Default <code>9</code></p>']];
  expect(group(first)).toEqual(lives);
  const name = 'Its <code>name</code>.<p class="fact">Example <code>Rex</code></p>';
  expect(group(second)).toEqual([["<code>name</code>", "text", name]]);
  const [any] = group(counts);
  expect(any?.[0]).toBe("<i>any name</i>");
  expect(group(any)).toEqual(lives);
  expect(list?.[0]).toBe("<code>tree</code>");
});

test("alternatives and parts that refer to each other many times are described in linear time", async () => {
  const names = Array.from({ length: 30 }, (_, number) => `S${number}`);
  const schemas = Object.fromEntries(
    names.map((name, number) => [
      name,
      {
        type: "object",
        allOf: Array.from({ length: 20 }, () => ({ $ref: `#/components/schemas/S${Math.min(number + 1, 29)}` })),
        properties: { [`m${number}`]: {} },
      },
    ]),
  );
  const operation = {
    operationId: "read",
    responses: {
      200: {
        description: "It.",
        content: { "application/json": { schema: { type: "object", properties: { all: { $ref: "#/components/schemas/S0" } } } } },
      },
    },
  };
  const document = join(folder, "parts.json");
  const text = {
    openapi: "3.1.0",
    info: { title: "Parts", version: "1" },
    servers: [{ url: "https://x.example" }],
    paths: { "/a": { get: operation } },
    components: { schemas },
  };
  writeFileSync(document, JSON.stringify(text));
  const shown = await page("--openapi", document);
  expect(dataIn(shown).toolsets.map(({ groups }) => groups.length)).toEqual([1]);
  expect(groupDetails(readPage(shown).groupAt(0, 0)).html).toContain("<code>m29</code>");
});
