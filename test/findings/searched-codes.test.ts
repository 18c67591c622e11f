import { describe, expect, test } from "vitest";
import { targets } from "../../src/targets/index.ts";
import { compileTexts } from "../compile-texts.ts";

const names = targets.map(({ name }) => name);
const required: { readonly [target: string]: string } = {
  ces: ", app: shop",
  "mcp-registry": ', name: com.example/shop, version: 1.0.0, url: "https://tools.example.com/mcp"',
};

// A suppression or an entry of a baseline is reported as unused only if its code was searched.
describe.each(targets.filter(({ codes }) => codes.length > 0))("the codes of the target $name", ({ name, codes }) => {
  test("are reported by a run that emits all targets, but not by a run without this target", async () => {
    const all = await searchedWith(names);
    expect(codes.filter(({ code }) => !all.has(code))).toEqual([]);
    const others = await searchedWith(names.filter((each) => each !== name));
    expect(others.has("file-not-found")).toBe(true);
    expect(codes.filter(({ code }) => others.has(code))).toEqual([]);
  });
});

async function searchedWith(emitted: readonly string[]): Promise<ReadonlySet<string>> {
  const entries = emitted.map((name) => `  - { target: ${name}, out: generated/${name}${required[name] ?? ""} }\n`);
  const { searched } = await compileTexts({
    "toolsetc.yaml": `targets:\n${entries.join("")}`,
    "shop.yaml": "displayName: shop\nclientFunctionToolset: { functions: [{ name: greet, description: Greets the user. }] }\n",
  });
  return searched;
}
