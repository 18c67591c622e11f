import { expect, test } from "vitest";
import { markdownHtml } from "../../src/describe/catalog/markdown-html.ts";
import { plainProse } from "../../src/describe/catalog/markdown-inline.ts";

const htmlOf = (text: string) => markdownHtml(text).html.replace(/^<div class="description">|<\/div>$/g, "");

test.each([
  ["one\n\ntwo", "<p>one</p><p>two</p>"],
  ["**a** and *b* and `c*d*`", "<p><b>a</b> and <i>b</i> and <code>c*d*</code></p>"],
  ["- a\n- `b`", "<ul><li>a</li><li><code>b</code></li></ul>"],
  ["# Title\ntext", "<p><b>Title</b></p><p>text</p>"],
  ["```json\n{}\n```", '<pre tabindex="0"><code>{}</code></pre>'],
  ["```\na\n\nb\n```\nc", '<pre tabindex="0"><code>a\n\nb</code></pre><p>c</p>'],
  ["One of:\n- a\n- b", "<p>One of:</p><ul><li>a</li><li>b</li></ul>"],
  ["1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"],
  ["3. c\n\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'],
  ["- a\n  - b\n  - c\n- d", "<ul><li><p>a</p><ul><li>b</li><li>c</li></ul></li><li>d</li></ul>"],
  ["- a\nmore of a\n\nend", "<ul><li><p>a more of a</p></li></ul><p>end</p>"],
  ["It was moved. If\nit was deleted,\nno status.", "<p>It was moved. If it was deleted, no status.</p>"],
  ["> [!NOTE]\n> a", "<blockquote><p><b>NOTE</b></p><p>a</p></blockquote>"],
  [
    "| a | b |\n|---|:-:|\n| `c` | d |",
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><code>c</code></td><td>d</td></tr></tbody></table>',
  ],
  ["one<br/>two", "<p>one<br>two</p>"],
  ["a\n\n---\n\nb", "<p>a</p><p>b</p>"],
  // The first line had no room for the next word; after the second one, the author began a new line.
  [
    "This text was broken where a line of about seventy columns has no room\nfor the next word, as editors do.\nNew.",
    "<p>This text was broken where a line of about seventy columns has no room for the next word, as editors do.<br>New.</p>",
  ],
  ["Args:\n    city: its name\n    days: how many", "<p>Args:<br>city: its name<br>days: how many</p>"],
  ["in the year\n2024. And so on", "<p>in the year<br>2024. And so on</p>"],
  ["[docs](https://x.example/a?b=1)", '<p><a href="https://x.example/a?b=1" rel="noreferrer noopener">docs</a></p>'],
  ["2 * 3 * 4, a_b_c", "<p>2 * 3 * 4, a_b_c</p>"],
])("the Markdown %j of a description is rendered as HTML", (text, html) => {
  expect(htmlOf(text)).toBe(html);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](JAVASCRIPT:alert)",
  "[x](data:text/html,a)",
  "[x](file:///etc/passwd)",
  "[x](//x.example)",
  '[x](https://x.example"onclick=a)',
  "![x](https://x.example/a.png)",
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "`<b>`",
  "**<b onclick=a>**",
  "```\n</code><script>a</script>\n```",
  "</noscript><script>a</script>",
])("the Markdown %j of a description becomes no active HTML", (text) => {
  const html = htmlOf(text);
  const tags = [...html.matchAll(/<([a-z]+)([^>]*)>/g)].map(([, name, attributes]) => `${name}${attributes}`);
  const allowed = /^(?:p|b|i|ul|li|pre tabindex="0"|code|a href="https:\/\/x\.example\/a\.png" rel="noreferrer noopener")$/;
  expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
});

test("a long description with many open marks of Markdown is rendered in linear time", () => {
  for (const part of [
    "**a",
    "[a](",
    "`a",
    "*a",
    "[a]",
    "- a\n",
    "```\n",
    "[",
    "**",
    "> ",
    "> a\n",
    "1. a\n",
    " - a\n",
    "|-",
    "|-\n",
    "- ",
    "\n",
    "a\n",
    "> - ",
  ]) {
    const started = process.cpuUsage().user;
    markdownHtml(part.repeat(40_000));
    plainProse(part.repeat(40_000));
    expect([part, (process.cpuUsage().user - started) / 1e6 < 2]).toEqual([part, true]);
  }
});
