import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { estimateTokens } from "../../src/source/text/estimate-tokens.ts";
import { shownInput } from "../../src/targets/shown-input.ts";
import { toolsetTokens } from "../../src/targets/tool-tokens.ts";
import { optionsOf } from "../compile-texts.ts";
import { openApiDocuments } from "../corpus/corpus.ts";

// Without the corpus of real documents beside the project, only the project's own documents are tried.
describe("the estimated number of tokens", () => {
  const shares: boolean[] = [];

  test.each(openApiDocuments)(
    "is within 10 % of the real one for all tools of $file",
    { timeout: 300_000 },
    async ({ folder, file: path }) => {
      const host = createHost(folder);
      const text = new TextEncoder().encode("targets: [{ target: openai, out: openai }]");
      const read = async (each: string) => (each === "toolsetc.yaml" ? text : host.read(each));
      const list = async () => [...(await host.list()), "toolsetc.yaml"];
      const { outputs, program } = await compile({ read, list }, optionsOf({ input: { kind: "openapi", path, include: [], exclude: [] } }));
      const tools = outputs.flatMap(({ files }) => files).flatMap(({ text }): unknown[] => JSON.parse(text).tools);
      let [estimated, counted] = [0, 0];
      for (const tool of tools) {
        const text = JSON.stringify(tool);
        const [estimate, count] = [estimateTokens(text), countTokens(text, { disallowedSpecial: new Set() })];
        estimated += estimate;
        counted += count;
        shares.push(Math.abs(estimate / count - 1) <= 0.2);
      }
      for (const toolset of program.toolsets) {
        const shown = toolset.tools.map((tool) => ({ ...tool, parameters: shownInput(tool, toolset, { detail: "full" }) }));
        const texts = shown.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
        const read = texts.reduce((sum, text) => sum + countTokens(text, { disallowedSpecial: new Set() }), 0);
        expect(Math.abs(toolsetTokens(toolset) - read)).toBeLessThanOrEqual(0.1 * read + 50);
      }
      // A list of a few tools may be little but an enum of codes.
      expect(Math.abs(estimated - counted)).toBeLessThanOrEqual(0.1 * counted + 50);
    },
  );

  test("is within 20 % of the real one for most tools", () => {
    expect(shares.length).toBeGreaterThan(20);
    expect(shares.filter(Boolean).length / shares.length).toBeGreaterThan(0.9);
  });
});
