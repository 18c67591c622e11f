import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const entry = "virtual:entry";
const program = `
  import { aiSdk } from ${JSON.stringify(join(root, "src/runtime/adapters/ai-sdk.ts"))};
  import { getForecast } from ${JSON.stringify(join(root, "generated/toolsets/weather/index.ts"))};
  export const sdk = aiSdk([getForecast]);
`;

test("a bundle of one tool for the AI SDK 7 has at most 40 KB without the SDK, and no other tool", async () => {
  const build = await rolldown({
    input: entry,
    resolve: { alias: { "@toolsetc/runtime": join(root, "src/runtime/index.ts") } },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? program : undefined),
      },
    ],
  });
  const { output } = await build.generate({ minify: true });
  const [{ code, imports }] = output;
  await build.close();
  expect(imports).toEqual([]);
  expect(code).toContain("weather_get_forecast");
  expect(code).not.toContain("weather_search_places");
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(40_000);
});
