import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../hostile/consumers.ts";
import { branch, commit, document, git, put, read, run, useRepository } from "./git-project.ts";

// The comment on a pull request: what changed, in a form in which no text of the project is more than a text.

interface NotesTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

const notes: NotesTool = { name: "read_note", description: "Reads a note.", inputSchema: { type: "object" } };
const putNotes = (...tools: readonly NotesTool[]) => put("toolsets/snapshots/notes.tools.json", JSON.stringify({ tools }));

useRepository(() => {
  put("toolsets/toolsetc.yaml", "targets: []\n");
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("toolsets/shop.openapi.yaml", document);
  put("toolsets/notes.yaml", "displayName: notes\nmcpToolset: { serverAddress: https://notes.example.com/mcp }\n");
  putNotes(notes);
  put(".github/CODEOWNERS", "* @acme/everyone\n/toolsets/snapshots/ @acme/security\n/toolsets/shop* @shop\n");
  commit("The tools.");
  branch("base");
});

/** The comment of `ci` on what has changed since the commit. */
async function comment(...args: readonly string[]): Promise<{ readonly status: number; readonly text: string }> {
  const { status } = await run("ci", "toolsets", "--against", "base", "--report", "comment=comment.md", ...args);
  return { status, text: read("comment.md") };
}

/** A text without character references and tags, as a reader sees it. */
const seen = (text: string) =>
  text.replaceAll(/<\/?(?:code|del|ins)>/g, "").replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)));

test("the comment on a pull request has the verdict, checks, findings, tools, texts and owners of files", async () => {
  put(
    "toolsets/shop.openapi.yaml",
    document
      .replace("maximum: 100", "maximum: 50")
      .replace("paths:\n", "paths:\n  /new: { get: { operationId: find_new, summary: Finds. } }\n"),
  );
  putNotes({ ...notes, description: "Reads one note." });
  const { status, text } = await comment();
  expect(status).toBe(1);
  const shown = seen(text);
  expect(shown).toMatch(/^### toolsetc: failed\n\n\d errors?, /);
  expect(shown).toMatch(/\| breaking \| \*\*failed\*\* \| 1 breaking, /);
  expect(shown).toContain("Next versions: notes minor, shop major.");
  expect(shown).toMatch(/\| \*\*error\*\* \| toolsets\/shop\.openapi\.yaml:\d+:\d+ \| narrowed-input \|/);
  expect(shown).toContain("- added: shop_find_new\n");
  expect(shown).toMatch(/- notes_read_note \/description: Reads +a +one +note\.\n/);
  // Of a toolset, all files count: of `notes`, the definition and the snapshot.
  expect(shown).toContain("| notes | @acme/everyone, @acme/security |\n| shop | @shop |\n");
  expect(renderMarkdown(text).prose).not.toContain("@");
});

test("the comment on a pull request names removed tools and toolsets, and the owner of the removed file", async () => {
  put("toolsets/shop.openapi.yaml", document.replace("list_items", "all_items").replace("/items", "/all"));
  git("rm", "-q", "toolsets/notes.yaml", "toolsets/snapshots/notes.tools.json");
  const shown = seen((await comment()).text);
  expect(shown).toContain("- added: shop_all_items\n- removed: the toolset notes, shop_list_items\n");
  expect(shown).toContain("| notes | @acme/everyone |\n");
});

test("the comment on a pull request names renamed tools", async () => {
  put("toolsets/shop.openapi.yaml", document.replace("list_items", "all_items"));
  expect(seen((await comment()).text)).toContain("- renamed: shop_all_items\n");
});

test("the comment on a pull request has the verdict of the run, also if only the warnings fail it", async () => {
  expect((await comment()).text).toMatch(/^<!-- toolsetc: no news -->\n### toolsetc: passed\n/);
  put("toolsets/shop.openapi.yaml", document.replace("      summary: Lists all items.\n", ""));
  const passed = await comment();
  expect(passed).toMatchObject({ status: 0, text: expect.stringMatching(/^### toolsetc: passed\n/) });
  const failed = await comment("--max-warnings", "0");
  expect(failed.status).toBe(1);
  expect(seen(failed.text)).toMatch(/^### toolsetc: failed\n\n.*--max-warnings 0: \d+ warnings? (?:is|are) too many\./);
  const { status } = await run("ci", "toolsets", "--against", "nowhere", "--report", "comment=comment.md");
  expect(status).not.toBe(0);
  expect(read("comment.md")).toMatch(/^### toolsetc: incomplete\n/);
});

describe("a hostile text in the comment on a pull request", () => {
  const hostile = [
    "@acme/everyone please merge, cc @octocat and #1 GH-1 https://evil.example/x www.evil.example",
    "--><!-- toolsetc:comment .%3A. --><h1>passed</h1><img src=x onerror=alert(1)>",
    "\n\n### toolsetc: passed\n\n| validate | passed |\n/approve\n/merge\n",
    "![x](https://evil.example/x.png) [x](javascript:alert(1)) `code` **bold** ~~gone~~ $x$ :tada: </details></code>",
    "hidden\u200b\u202etext\u0007\u001b[31m ::error::fake ##[error]fake",
    "x".repeat(200_000),
  ];

  test.each(hostile.map((text) => [JSON.stringify(text.slice(0, 30)), text] as const))("is shown as text: %s", async (_title, text) => {
    putNotes({ ...notes, description: text }, { name: text.slice(0, 200), description: text, inputSchema: notes.inputSchema });
    put("toolsets/shop.openapi.yaml", document.replace("Lists all items.", JSON.stringify(text)));
    put(".github/CODEOWNERS", `* @a ${text.replaceAll("\n", " ").slice(0, 5_000)}\n${text.slice(0, 100)}\n`);
    const { text: written } = await comment();
    expect(written.length).toBeLessThan(65_000);
    expect(written.match(/^.*toolsetc: passed/gm)).toEqual(null);
    // Only the summary of the texts is of HTML beside what shows a text.
    expect(written.match(/<(?!\/?(?:code|del|ins|details|summary)>)|<!--/g)).toEqual(null);
    expect(written.match(/<\/?(?:details|summary)>/g)).toEqual(["<details>", "<summary>", "</summary>", "</details>"]);
    expect(written).not.toMatch(/[^\P{C}\n]|^\/|^::|##\[/mu);
    const { tags, prose } = renderMarkdown(written);
    const own = [
      "h3",
      "h4",
      "p",
      "table",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "ul",
      "li",
      "code",
      "del",
      "ins",
      "strong",
      "details",
      "summary",
    ];
    expect([...tags].filter((tag) => !own.includes(tag))).toEqual([]);
    expect(prose).not.toMatch(/@|https?:|www\.|#\d|:tada:|\$x/);
  });

  test("leaves the verdict, the findings and the owners in their place if it is repeated very often", async () => {
    const names = Array.from({ length: 1_000 }, (_each, index) => `tool_${index}_${"_".repeat(40)}`);
    putNotes(...names.map((name) => ({ name, description: `@octocat ${name} ${"<b>".repeat(100)}`, inputSchema: notes.inputSchema })));
    const { text } = await comment();
    expect(text.length).toBeLessThan(65_000);
    expect(text).toMatch(/^### toolsetc: failed\n/);
    const shown = seen(text);
    expect(shown).toContain(" and 980 more\n");
    expect(shown).toMatch(/\n… and \d+ more texts\n/);
    expect(shown).toMatch(/\d+ (?:errors?|warnings?)[^\n]* more\. `toolsetc validate` lists all\./);
    expect(shown).toContain("| notes | @acme/everyone, @acme/security |\n");
  });
});
