import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// A project that every provider but Gemini can be offered whole; see test/golden/provider-schemas.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));
cpSync(join(import.meta.dirname, "../golden/provider-schemas/input"), folder, { recursive: true });
writeFileSync(join(folder, "toolsetc.yaml"), "targets:\n  - { target: typescript }\n  - { target: anthropic, strict: true }\n");
afterAll(() => rmSync(folder, { recursive: true }));

function run(...flags: readonly string[]) {
  return runCommand(["validate", ".", ...flags], { cwd: folder });
}

test("`validate --target` fails if a tool cannot be offered to this provider", async () => {
  expect((await run()).stdout).not.toContain("Gemini");
  const { status, stdout } = await run("--target", "gemini");
  expect(status).toBe(1);
  expect(stdout).toContain(`error[tool-not-declared]: The tool "shop_put_circle" is omitted, because it cannot be declared for Gemini`);
  expect(await run("--target", "openai")).toMatchObject({ status: 0 });
  expect(await run("--target", "openai", "--target", "gemini")).toMatchObject({ status: 1 });
});

test("`validate --target` uses the options that the configuration has for the target", async () => {
  const { status, stdout } = await run("--target", "anthropic");
  expect(status).toBe(0);
  expect(stdout).toContain(`warning[not-strict]: The tool "shop_put_note" is declared for Anthropic without strict mode`);
});

test("`validate --target` with an unknown name is an error of usage", async () => {
  const { status, stderr } = await run("--target", "antropic");
  expect([status, stderr]).toEqual([2, `error: There is no target "antropic". Did you mean "anthropic"?\n`]);
});
