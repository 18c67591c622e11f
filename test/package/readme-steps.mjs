/**
 * Each block of commands of a page, with the block of output that follows it.
 *
 * @param {string} page
 */
export function stepsOf(page) {
  const blocks = page.matchAll(/^```sh\n(.*?)^```\n(?:\n^```\n(.*?)^```$)?/gms);
  return Array.from(blocks, ([, commands = "", output = ""]) => ({ commands: commands.trimEnd().split("\n"), output }));
}

/**
 * The commands and programs of "The first five minutes", as they are written in the README.
 *
 * @param {string} page
 */
export function firstFiveMinutes(page) {
  const [, section = ""] = /^## The first five minutes\n(.+?)^## /ms.exec(page) ?? [];
  const blocks = Array.from(section.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language = "", body = ""]) => ({ language, body }));
  const [start = "", orders = "", agent = "", definition = "", ci = ""] = blocks.map(({ body }) => body);
  const [, since = "", before = ""] = /From Node 22\.18 on, `([^`]+)` runs this file\. With Node 20, use `([^`]+)`/.exec(section) ?? [];
  const isAsExpected = /^sh ts ts yaml sh$/.test(blocks.map(({ language }) => language).join(" ")) && orders.startsWith("// orders.ts\n");
  if (!isAsExpected || before === "") throw new Error("The section has other blocks than it had: change who follows it too.");
  return { commands: start.trimEnd().split("\n"), orders, agent, definition, runs: { since, before }, ci: ci.trimEnd() };
}
