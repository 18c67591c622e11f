import { expect, test } from "vitest";
import { markdownHtml, plainProse } from "../../src/describe/catalog/markdown-html.ts";

const htmlOf = (text: string) => markdownHtml(text).html.replace(/^<div class="description">|<\/div>$/g, "");

test.each([
  ["one\n\ntwo", "<p>one</p><p>two</p>"],
  ["**a** and *b* and `c*d*`", "<p><b>a</b> and <i>b</i> and <code>c*d*</code></p>"],
  ["- a\n- `b`", "<ul><li>a</li><li><code>b</code></li></ul>"],
  ["# Title\ntext", "<p><b>Title</b></p><p>text</p>"],
  ["```json\n{}\n```", "<pre><code>{}</code></pre>"],
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
  const allowed = /^(?:p|b|i|ul|li|pre|code|a href="https:\/\/x\.example\/a\.png" rel="noreferrer noopener")$/;
  expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
});

test("a long description with many open marks of Markdown is rendered in linear time", () => {
  for (const part of ["**a", "[a](", "`a", "*a", "[a]", "- a\n", "```\n", "[", "**"]) {
    const started = process.cpuUsage().user;
    markdownHtml(part.repeat(40_000));
    plainProse(part.repeat(40_000));
    expect([part, (process.cpuUsage().user - started) / 1e6 < 2]).toEqual([part, true]);
  }
});
