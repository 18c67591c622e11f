import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultWidth } from "../../src/source/text/wrap.ts";
import { runCommand } from "../run-command.ts";

// What commands print where there is no terminal, of a large project with findings of all sorts.

const folder = mkdtempSync(join(tmpdir(), "toolsetc-screens-"));
const documents = join(import.meta.dirname, "../corpus/openapi");
const names = ["alternatives", "bodies", "names", "parameters", "references", "values-as-text"];
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCommand(args, { cwd: folder, isWrapped: true });

const long = "Lists what is in stock in all of the shops of a region, with the prices of each of them and the day until which they hold";

function shop(most: number): string {
  const operation = (index: number) => {
    const deep = { type: "object", properties: { [`price_${index}`]: { type: "number", maximum: most }, note: { $ref: "#/gone" } } };
    return [
      `/shops/${index}`,
      {
        get: {
          operationId: `listAllOfTheStockInRegion${index}`,
          summary: long,
          description: `${long}. ${index}`,
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", maximum: most } },
            { name: "$filter", in: "query", schema: {} },
          ],
          responses: { "200": { description: long, content: { "application/json": { schema: deep } } } },
        },
      },
    ];
  };
  const paths = Object.fromEntries(Array.from({ length: 10 }, (_path, index) => operation(index)));
  return JSON.stringify({ openapi: "3.0.3", info: { title: "Stock", version: "1" }, servers: [{ url: "https://stock.example" }], paths });
}

beforeAll(async () => {
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated }, { target: openai, out: openai }]\n");
  cpSync(documents, join(folder, "documents"), { recursive: true });
  for (const name of names)
    writeFileSync(join(folder, `${name}.yaml`), `displayName: ${name}\nopenApiToolset: { openApiSchema: documents/${name}.yaml }\n`);
  writeFileSync(join(folder, "stock.yaml"), "displayName: stock\nopenApiToolset: { openApiSchema: documents/stock.json }\n");
  writeFileSync(join(folder, "documents/stock.json"), shop(100));
  expect((await run("lock")).stderr).toBe("");
  writeFileSync(join(folder, "documents/stock.json"), shop(50));
});

/** The lines that are too long though they could be broken: a word, a path or a name that is longer than the line may be. */
function tooLong(text: string): string[] {
  const withoutCode = text.replaceAll(/^```yaml$[\s\S]*?^```$/gm, "");
  return withoutCode.split("\n").filter(
    (line) =>
      line.length > defaultWidth &&
      line
        .trimStart()
        .split(/ +/)
        .every((word) => word.length < 40),
  );
}

const commands: readonly (readonly string[])[] = [
  ["validate"],
  ["validate", "--profile", "ces"],
  ["validate", "--profile", "openapi"],
  ["ci"],
  ["breaking"],
  ["diff"],
  ["list"],
  ["list", "--search", "stock price"],
  ["show", "stock.listAllOfTheStockInRegion7"],
  ["score"],
  ["explain"],
  ["explain", "dangling-reference"],
  ["lock", "--check"],
];

test.each(commands.map((args) => [args.join(" "), args] as const))("`%s` prints lines of at most 80 columns", async (_command, args) => {
  const { stdout, stderr } = await run(...args);
  expect(stdout.split("\n").length).toBeGreaterThan(3);
  expect(tooLong(`${stdout}${stderr}`)).toEqual([]);
});

const mistakes: readonly (readonly string[])[] = [
  ["validate", "--format", "jsn"],
  ["list", "--tag", "none"],
  ["breaking", "--config", "other.yaml"],
  ["show", "stock.listAllOfTheStock"],
  ["call", "stock.listAllOfTheStockInRegion7", "{"],
  ["breaking", "--against", "nowhere"],
  ["compile", "nowhere"],
  ["validate", "--report", "json=a.json", "--fail-on", "none"],
  ["schema", "none"],
];

test.each(mistakes.map((args) => [args.join(" "), args] as const))(
  "the error of `%s` has lines of at most 80 columns",
  async (_command, args) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toMatchObject({ stdout: "", status: expect.toSatisfy((code) => code === 2 || code === 3) });
    expect(stderr).toMatch(/\n {2}(?! )/);
    expect(tooLong(stderr)).toEqual([]);
  },
);

test("`validate` prints the help of equal findings once, and the verdict last", async () => {
  const { stdout } = await run("validate");
  const helps = stdout.match(/^ {2}help: .*(?:\n {8}.*)*/gm) ?? [];
  expect(helps.length).toBeGreaterThan(3);
  expect(new Set(helps).size).toBe(helps.length);
  expect(stdout).not.toMatch(/\| *[[{]\n *\| *\^\n/);
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\d+ errors?, \d+ warnings? in /);
});
