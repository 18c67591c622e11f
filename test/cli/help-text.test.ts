import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storedHelps } from "../../scripts/help.mjs";
import { formatHelp, wrapMark } from "../../src/cli/help-text.ts";
import { createProgram } from "../../src/cli/program.ts";
import { toolsetc, toolsetcInTurn } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

const stored = storedHelps(createProgram(), wrapMark);

// With 41 to 70 columns, the descriptions of some commands are broken and others not.
test.each(stored)("the stored help of %j is what the program prints, in every width", async (name, help) => {
  for (const columns of [1, 39, 48, 56, 64, 80, 81, 120, 1000]) {
    const { stdout } = await runCommand([...(name === "" ? [] : [name]), "--help"], { cwd: import.meta.dirname, columns });
    expect(formatHelp(help, columns), `${columns} columns`).toBe(stdout);
  }
});

test("the help of a command has lines of its own for each width", () => {
  const [, help = ""] = stored.find(([name]) => name === "validate") ?? [];
  const longest = (width: number) =>
    Math.max(
      ...formatHelp(help, width)
        .split("\n")
        .map(({ length }) => length),
    );
  expect([80, 100, 120].map((width) => longest(width) <= width && longest(width) > width - 10)).toEqual([true, true, true]);
});

const bin = join(import.meta.dirname, "../../dist/bin");

test.each([
  ["", [["--help"], ["-h"], ["help"]]],
  [
    "validate",
    [
      ["validate", "--help"],
      ["validate", "-h"],
      ["help", "validate"],
    ],
  ],
])("the built program prints the stored help of %j", (name, forms) => {
  const help = new Map(stored).get(name) ?? "";
  const printed = toolsetcInTurn(forms.map((args) => ({ args, cwd: bin })));
  expect(printed).toEqual(forms.map(() => ({ status: 0, stdout: formatHelp(help, 80), stderr: "" })));
});

test("the built program stores no help of a command that is unknown", () => {
  expect(toolsetc(["help", "vlidate"], { cwd: bin })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("validate?"),
  });
});

test("the built program loads less than 8 kB of code for the help", () => {
  const loaded = new Set(["main.js", ...readdirSync(bin).filter((name) => /^start-.*\.js$/.test(name))]);
  for (const name of loaded)
    for (const [, next = ""] of readFileSync(join(bin, name), "utf8").matchAll(/^(?:import|export)\b[^;]*?"\.\/([^"]+)"/gm))
      loaded.add(next);
  expect([...loaded].filter((name) => !/^(?:main|start-.*)\.js$/.test(name))).toEqual([]);
  expect([...loaded].reduce((bytes, name) => bytes + statSync(join(bin, name)).size, 0)).toBeLessThan(8_000);
});
