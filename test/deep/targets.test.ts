import { expect, test } from "vitest";
import { targetNames } from "../../src/targets/emit.ts";
import { compileTexts } from "../compile-texts.ts";
import { isLong } from "../long.ts";
import { type Chain, forms, inPlace, links, projectWith } from "./chains.ts";

// The chains are longer than the stack of any recursive function: a target, rule or stage that follows references with its own calls
// fails here. The targets are those of the table, so a new one is tried without a line here.

const length = 3_000;
const options = [
  ...targetNames.map((target) => ({ target, out: target })),
  { target: "mcp", out: "mcp-outputs", options: { outputSchemas: "always" } },
  { target: "mcp", out: "mcp-compact", options: { detail: "compact", depth: 8 } },
  { target: "openai", out: "openai-strict", options: { strict: true } },
];
const config = { "toolsetc.yaml": JSON.stringify({ targets: options }) };

const sides = ["input", "output"] as const;
const kinds = Object.keys(links);

/** Links that another kind of link has as a part. */
const parts: readonly string[] = ["allOf", "property", "required property"];

/** By default, each other kind of link once: in a form and on a side so that each form has short and long chains. One ends where it begins.
 * Not each form has each link. */
const sample = kinds
  .map((link, index) => ({
    link,
    form: forms[index % forms.length]!,
    side: sides[index % sides.length]!,
    isCycle: link === "nullable property",
  }))
  .filter(({ link }) => !parts.includes(link));
const whole = [
  ...kinds.flatMap((link) => sides.map((side) => ({ link, form: "openapi 3.1" as const, side, isCycle: false }))),
  ...forms.flatMap((form) => ["property", "reference"].flatMap((link) => sides.map((side) => ({ link, form, side, isCycle: false })))),
  ...forms.map((form) => ({ link: "property", form, side: "input" as const, isCycle: true })),
];

test.each(isLong ? whole : sample)(
  "a chain of schemas by $link in the $side of $form compiles for every target, or is a finding",
  async (chain) => {
    await expectCompiled({ ...chain, length });
  },
);

test.runIf(isLong)("a chain of 100,000 schemas compiles for every target", { timeout: 600_000 }, async () => {
  for (const link of ["property", "items", "allOf"]) await expectCompiled({ link, form: "openapi 3.1", side: "input", length: 100_000 });
});

/** Expects the tool of the chain, or an error about it, and in any case the tool of the toolset beside it. */
async function expectCompiled(chain: Chain): Promise<void> {
  const { program, outputs, findings } = await compileTexts({ ...projectWith(chain), ...config });
  const isTooLong = inPlace.has(chain.link);
  const codes = findings.map(({ code }) => code);
  const isOmitted = isTooLong && chain.side === "input";
  expect(program.toolsets.find(({ name }) => name === "plain")?.tools).toHaveLength(1);
  expect(program.toolsets.flatMap(({ tools }) => tools)).toHaveLength(isOmitted ? 1 : 2);
  expect(codes.includes("too-many-references")).toBe(isTooLong);
  expect(codes.includes("broken-input-schema")).toBe(isOmitted);
  for (const { target, files } of outputs) if (target !== "mcp-registry") expect(files.length, target).toBeGreaterThan(0);
}
