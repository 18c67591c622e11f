import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const own = join(import.meta.dirname, "../../toolsets");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-catalog-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function page(...args: string[]): Promise<string> {
  const file = join(folder, "catalog.html");
  const { status, stderr } = await runCommand(["catalog", ...args, "-o", file], { cwd: folder });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return readFileSync(file, "utf8");
}

describe("the catalogue of the project's own tools", () => {
  test("is the same in every run, and has nothing of this machine", async () => {
    const text = await page(own);
    expect(await page(own)).toBe(text);
    expect(text).not.toContain(own);
  });

  test("names each tool with its purpose, its request, its hosts by environment and its agents", async () => {
    const text = await page(own);
    const article = text.slice(text.indexOf('id="tool-exchange_rates_get_latest_rates"'));
    expect(article.slice(0, article.indexOf("</article>"))).toMatch(/Latest exchange rates[\s\S]*GET[\s\S]*Travel Planner/);
    expect(text).toContain("<b>dev</b> http://localhost:8080/v1");
    expect(text).toContain("<b>prod</b> https://api.frankfurter.dev/v1");
  });

  test("loads nothing: its only addresses are texts", async () => {
    const text = await page(own);
    expect(text).toContain(`content="default-src 'none'; style-src 'sha256-`);
    expect(text).not.toMatch(/<(?:link|img|iframe|object|embed|base)\b|\bsrc=|@import|url\(/);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="entries">', '<script type="module">']);
  });

  test("with a base, says what changed in words", async () => {
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
    expect(section).toContain("⟨U+202E⟩");
    expect(section).not.toContain("\u202e");
    expect(await page(before, "--against", before)).toContain("nothing.");
  });
});
