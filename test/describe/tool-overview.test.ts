import { expect, test } from "vitest";
import { toolOverview } from "../../src/describe/tool-overview.ts";
import { compileTexts } from "../compile-texts.ts";

async function overviewOf(serverAddress: string, inputSchema: object) {
  const { program } = await compileTexts({
    "shop.yaml": `displayName: shop\nmcpToolset: { serverAddress: "${serverAddress}" }\n`,
    "snapshots/shop.tools.json": JSON.stringify({ tools: [{ name: "find", inputSchema }] }),
  });
  const [toolset] = program.toolsets;
  const [tool] = toolset?.tools ?? [];
  if (toolset === undefined || tool === undefined) throw new Error("The tool was not compiled.");
  return toolOverview(tool, toolset, program);
}

test("a file whose name looks like a flag is named as a source in a way that commands read", async () => {
  const { program } = await compileTexts({
    "--shop.yaml": "displayName: shop\nclientFunctionToolset: { functions: [{ name: find, description: It finds. }] }\n",
  });
  const [toolset] = program.toolsets;
  const [tool] = toolset?.tools ?? [];
  if (toolset === undefined || tool === undefined) throw new Error("The tool was not compiled.");
  expect(toolOverview(tool, toolset, program).sources.map(({ file }) => file)).toContain("--shop.yaml");
});

test("an address in an overview has no credentials and no query", async () => {
  const { hosts } = await overviewOf("https://ada:secret@shop.example.com/mcp?key=secret#part", { type: "object" });
  expect(hosts).toEqual([{ environment: undefined, address: "https://shop.example.com/mcp" }]);
});

test("the program of a local server is shown as a shell takes it", async () => {
  const { program } = await compileTexts({
    "files.yaml": 'displayName: files\nmcpToolset: { stdio: { command: [npx, some-server, "/my files"] } }\n',
    "snapshots/files.tools.json": JSON.stringify({ tools: [{ name: "find", inputSchema: { type: "object" } }] }),
  });
  const [toolset] = program.toolsets;
  const [tool] = toolset?.tools ?? [];
  if (toolset === undefined || tool === undefined) throw new Error("The tool was not compiled.");
  const [host] = toolOverview(tool, toolset, program).hosts;
  expect(host?.address).toBe("a program on this computer: npx some-server '/my files'");
});

test("an overview lists properties of three levels of objects, and at most 200", async () => {
  const inside = (levels: number): object =>
    levels === 0 ? { type: "string" } : { type: "object", properties: { in: inside(levels - 1) } };
  const { input } = await overviewOf("https://shop.example.com/mcp", inside(6));
  expect(input.map(({ name }) => name)).toEqual(["in", "in.in", "in.in.in"]);
  const properties = Object.fromEntries(
    Array.from({ length: 201 }, (_, index) => [`p${index}`, { type: "object", properties: { a: {} } }]),
  );
  expect((await overviewOf("https://shop.example.com/mcp", { type: "object", properties })).input).toHaveLength(200);
});
