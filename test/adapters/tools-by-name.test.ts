import { join } from "node:path";
import ts from "typescript";
import { describe, expect, expectTypeOf, test } from "vitest";
import { publicMessage, type Tool, ToolError } from "../../src/runtime/index.ts";
import { type DistinctNames, type ToolsByName, toolsByName } from "../../src/runtime/tool/tools-by-name.ts";
import { isLong } from "../long.ts";
import { deleteItem, getItem, pageTools, storeTools } from "./store.ts";

describe("a list of tools by name", () => {
  test("keeps the order of the tools, and has each by its name", () => {
    const byName = toolsByName([...storeTools, ...pageTools]);
    expect([...byName.keys()].slice(0, 2)).toEqual(["store_get_item", "store_delete_item"]);
    expect(byName.get("store_get_item")).toBe(getItem);
    expect(toolsByName([])).toEqual(new Map());
  });

  test("throws for two tools of one name, and names both", () => {
    const other = { ...deleteItem, name: "store_get_item" } as const;
    expect(() => toolsByName([getItem, other])).toThrow(
      'Two tools have the name "store_get_item": "get_item" of toolset "store" and "delete_item" of toolset "store".',
    );
    expect(() => toolsByName([getItem, getItem])).toThrow("Two tools");
  });

  test("types each tool by its name, and accepts no two different tools of one name", () => {
    expectTypeOf<ToolsByName<typeof storeTools>["store_get_item"]>().toEqualTypeOf<typeof getItem>();
    type Other = Tool<{ other: string }, unknown, "store_get_item">;
    expectTypeOf<DistinctNames<typeof storeTools>>().toEqualTypeOf<unknown>();
    expectTypeOf<DistinctNames<[typeof getItem, Other]>>().toEqualTypeOf<{ readonly "two tools have the same name": "store_get_item" }>();
    // Where names are not known, the start says it.
    expectTypeOf<DistinctNames<readonly Tool[]>>().toEqualTypeOf<unknown>();
  });

  test.runIf(isLong)(
    "is checked by tsc for a thousand tools in all adapters, without too many type instantiations",
    { timeout: 120_000 },
    () => {
      const { errors, instantiations } = check(thousandTools());
      expect(errors).toEqual([]);
      // One more instantiation a pair of tools would be a million more.
      expect(instantiations).toBeLessThan(400_000);
    },
  );
});

test("the public message of an error is that of a ToolError among its causes, or says nothing of it", () => {
  const ours = new ToolError("timeout", "The call took too long.", { tool: "t", sent: true });
  expect(publicMessage(new Error("secret", { cause: new Error("secret", { cause: ours }) }))).toBe("The call took too long.");
  expect(publicMessage(new Error("secret"))).toBe("The tool failed.");
  expect(publicMessage("secret")).toBe("The tool failed.");
  const circle = new Error("secret");
  circle.cause = circle;
  expect(publicMessage(circle)).toBe("The tool failed.");
});

function thousandTools(): string {
  const indices = Array.from({ length: 1_000 }, (_, index) => index);
  const types = indices.map(
    (index) => `interface Input${index} { id: number; value${index}?: string }\ninterface Output${index} { of: Input${index} }`,
  );
  const tools = indices.map((index) => `declare const tool${index}: Tool<Input${index}, Output${index}, "tool_${index}">;`);
  return `
    import type { ToolSet, TypedToolCall } from "ai";
    import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
    import { tanstackAi } from "../../src/runtime/adapters/tanstack-ai.ts";
    import type { Tool } from "../../src/runtime/tool/tool.ts";
    ${types.join("\n")}
    ${tools.join("\n")}
    const all = [${indices.map((index) => `tool${index}`).join(", ")}] as const;
    const { tools } = aiSdk(all);
    const set: ToolSet = tools;
    type Call = Extract<TypedToolCall<typeof tools>, { dynamic?: false | undefined; toolName: "tool_999" }>;
    export const value: Call["input"]["value999"] = "x";
    const [first] = tanstackAi(all);
    export const name: "tool_0" = first.name;
    // @ts-expect-error One name is there twice.
    aiSdk([...all, {} as Tool<{ other: true }, unknown, "tool_7">]);
    export { set };
  `;
}

/** Checks a program that stands, in memory, beside this file. */
function check(text: string): { errors: string[]; instantiations: number } {
  const path = join(import.meta.dirname, "thousand-tools.ts");
  const { config } = ts.readConfigFile(join(import.meta.dirname, "../../tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, join(import.meta.dirname, "../.."));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, target) => (name === path ? ts.createSourceFile(name, text, target) : getSourceFile(name, target));
  const program = ts.createProgram([path], options, host);
  const file = program.getSourceFile(path);
  const errors = program
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n").slice(0, 300));
  return { errors, instantiations: program.getInstantiationCount() };
}
