import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { removeMarkup } from "../../src/lower/openapi/remove-markup.ts";
import { isObject, type Json } from "../../src/source/json/json.ts";
import { hasCorpus, openApiDocuments, textOf } from "../corpus/corpus.ts";
import { cpuTime } from "../cpu-time.ts";
import { sampled } from "../long.ts";

test.each([
  [
    "a paragraph of HTML",
    "<p>Creates a <code>Refund</code>.</p>\n\n<p>See <a href='/docs'>refunds</a>.</p>",
    "Creates a `Refund`.\n\nSee refunds.",
  ],
  ["breaks", "Values:<br/> - `a`<br>- `b`", "Values:\n- `a`\n- `b`"],
  ["a list of HTML", "One of:<ul>\n  <li>a</li>\n  <li><b>b</b></li>\n</ul>", "One of:\n\n- a\n- b"],
  [
    "a table of HTML",
    "<table>\n<tr><th>name</th> <th>unit</th></tr>\n<tr><td>w</td><td>kg</td></tr>\n</table>",
    "| name | unit\n | w | kg",
  ],
  [
    "sentences that point at pages",
    'Lists b. For more information, see "[Media types](https://a.example/types)." Or c.\n\nTo learn more about c, see <a href="/c">c</a>.',
    "Lists b. Or c.",
  ],
  ["a sentence that is all there is", "Learn more in [the guide](https://a.example).", "Learn more in the guide."],
  [
    "a link within the document",
    "Removes b. For more information, see [`GET /b`](#get-b).",
    "Removes b. For more information, see `GET /b`.",
  ],
  [
    "a link of which the sentence says something",
    "For more than 10 items, use [pages](https://a.example).",
    "For more than 10 items, use pages.",
  ],
  ["code in tags", "<code>&lt;id&gt; & <b>x</b></code>", "`<id> & x`"],
  ["a comment", "Visible<!-- not\nvisible --> text", "Visible text"],
  ["entities", "Fish &amp; chips &ndash; &quot;a&nbsp;b&quot; &#8364;5 &#x20AC;5", 'Fish & chips – "a b" €5 €5'],
  ["links", "See [the guide](https://a.example/b_(c)) and [`GET /pets`](#get-pets).", "See the guide and `GET /pets`."],
  ["a link over two lines", "See [the\nguide](/guide).", "See the\nguide."],
  ["a link with a title, and one without a text", '[a](/a "A") [](https://a.example)', "a https://a.example"],
  ["an image that is a link", "[![Build](/badge.svg)](/build)", "Build"],
  ["an address", "<https://a.example/b>", "https://a.example/b"],
  ["a reference", "[google.rpc.Code][google.rpc.Code] or [Type][]", "google.rpc.Code or Type"],
  ["emphasis", "**Required.** *Note:* _one_ and __Two words__ **`code`** ***all***", "Required. Note: one and Two words `code` all"],
  ["emphasis in emphasis", "_**Note**: only if `a` is not set_.", "Note: only if `a` is not set."],
  ["headings", "# Title\n## Part\ntext", "Title\nPart\ntext"],
  ["quotations", "> [!NOTE]\n> Read this.\n>\n> And this.", "Note:\nRead this.\n\nAnd this."],
  [
    "a box around paragraphs or a list",
    "<p>Deletes a.</p> <important> <p>All of b too.</p> </important> <note><ul><li>c</li></ul></note>",
    "Deletes a.\n\nImportant: All of b too.\n\nNote:\n\n- c",
  ],
  ["a rule", "a\n\n---\n\nb", "a\n\nb"],
  ["a table of Markdown", "| a    | b |\n| ---- | - |\n| **1** | 2 |", "| a | b |\n| --- | - |\n| 1 | 2 |"],
  ["a tag that is shown", "Write &lt;br&gt; for a new line", "Write &lt;br> for a new line"],
  ["an escaped name", "Use snake\\_case.", "Use snake_case."],
])("in a description, %s becomes plain text", (_what, text, plain) => {
  expect(removeMarkup(text)).toBe(plain);
});

test.each([
  "<note><to>Ann</to></note>",
  "Write <important> before it",
  "a < b and c > d",
  "List<String>, Map<String, List<Integer>>",
  "Bearer <code> or <p1>, for example <title>",
  "snake_case_name, _links, __typename__ and __proto__",
  "2 * 3 * 4 = 24, 2*3*4, a ** b",
  "'*/scale' means all, and '*/*' everything",
  "^[a-z](foo|bar)*[A-Z](\\d+)_\\w+$",
  "/pets/{petId}/toys/{toy_id}?a=1&b=2&copy=3",
  "`**kept** <b>kept</b> [kept](/a) &amp;`",
  '```json\n{ "a": "**b**" }\n```',
  "* one\n* two\n- three\n1. four",
  "# of results",
  "> 5, and >= 6",
  "a & b, AT&T, &unknown;",
  "tags[0][name], items[](optional), f(x)[1](y)",
  "The cron expression 30 17 * * MON",
  "Passwords may contain *, _, ~ and `.",
  "C:\\_temp\\d",
])("in a description, %s stays as it is", (text) => {
  expect(removeMarkup(text)).toBe(text);
});

/** Pieces of markup in any order, so that they are nested, unclosed and side by side. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."** * _ __ ` `` ``` ~~~ [ ]( ] ) ![ < > </ <b> </b> <p> <li> <td> <code> </code> <!-- --> &lt; &amp; &gt; &#60; lt; b> br> \\_ # ## > - --- | \n \n\n".split(
          " ",
        ),
        " ",
        "\n",
        "\n\n",
        "> [!NOTE]",
        "https://a.example",
        "For more information, see [a](/b).",
      ),
      fc.string({ maxLength: 4 }),
      fc.constantFrom("a", "word", "{id}", "x_y", "1"),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(""));

test("plain text without markup is not changed, and never gets longer", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const plain = removeMarkup(text);
      expect(plain.length).toBeLessThanOrEqual(text.length);
      expect(removeMarkup(plain)).toBe(plain);
    }),
    { numRuns: sampled(5000) },
  );
});

test("a text without characters of markup is only trimmed", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const letters = text.replace(/[<&*_`[>#~=|\\\s-]/g, "a");
      expect(removeMarkup(letters)).toBe(letters.trim());
    }),
  );
});

describe("markup is removed from twice the text in about twice the time", () => {
  test.each([
    "[",
    "[a](",
    "![a](b",
    "**a ",
    "*a ",
    "_a_a ",
    "__a ",
    "`a",
    "``a ",
    "```\n",
    "<",
    "<b",
    "<b ",
    "<code>",
    "<code>a",
    "<!--",
    "&lt",
    "&amp;",
    "> ",
    "> > > ",
    "# # ",
    "- - ",
    "---- ",
    " ",
    "\n ",
    "<td> ",
    "[a][",
    "\\_",
    "(((((",
    "<p>",
    "<li><p>",
    ". For more information ",
    "For more details [a](https:",
    ". \t ",
  ])("if the text repeats %j", (piece) => {
    const time = (length: number, enough?: number) => cpuTime(() => removeMarkup(piece.repeat(length / piece.length)), enough);
    // Eight times the text; a quadratic time would be 64 times as long, and more than a second. Collected garbage is less than 100 ms.
    const limit = 32 * Math.max(time(40_000, 4), 4);
    expect(time(320_000, limit)).toBeLessThan(limit);
  });
});

test.each(["<code>", "<!--"])("a text with %s before twelve million characters is kept", (start) => {
  const text = `${start}${"a".repeat(12_000_000)}${start === "<!--" ? "-->" : "</code>"}`;
  expect(removeMarkup(text) === text).toBe(true);
});

describe.skipIf(!hasCorpus)("in the descriptions of the corpus, markup is removed", () => {
  test.each(openApiDocuments.filter(({ file }) => file.endsWith(".json")))("from $file", (document) => {
    const found = new Set<string>();
    const collect = (value: Json): void => {
      if (typeof value !== "object" || value === null) return;
      if (isObject(value) && typeof value.description === "string") found.add(value.description);
      for (const each of Object.values(value)) collect(each);
    };
    collect(JSON.parse(textOf(document)));
    for (const text of found) {
      const plain = removeMarkup(text);
      if (plain.length > text.length || removeMarkup(plain) !== plain) expect.fail(JSON.stringify({ text, plain }));
    }
  });
});
