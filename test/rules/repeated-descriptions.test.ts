import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

test("tools with the same description are reported in a limited number of findings", { timeout: 120_000 }, async () => {
  const findingsFor = async (count: number) => {
    const tools = Array.from({ length: count }, (_each, index) => ({
      name: `tool_${index}`,
      description: "Does it.",
      inputSchema: { type: "object" },
    }));
    const { allFindings } = await compileTexts({
      "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
      "snapshots/shop.tools.json": JSON.stringify({ formatVersion: "1.0", tools }),
    });
    return allFindings.filter(({ code }) => code === "equal-descriptions");
  };
  const [few, many] = [await findingsFor(100), await findingsFor(400)];
  expect([few.length, many.length]).toEqual([1, 1]);
  expect(many[0]?.message).toContain("and 390 more");
  expect(many[0]?.related).toHaveLength(10);
});
