import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { allTools as device } from "../../generated/toolsets/device/index.ts";
import { allTools as everything } from "../../generated/toolsets/everything/index.ts";
import { allTools as exchangeRates } from "../../generated/toolsets/exchange_rates/index.ts";
import { allTools as tickets } from "../../generated/toolsets/tickets/index.ts";
import { allTools as weather } from "../../generated/toolsets/weather/index.ts";
import { connector } from "../../src/runtime/connector/connector.ts";
import { type Binding, isAsynchronous, type Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import { withDraft07 } from "../../src/runtime/schema/draft-07.ts";
import { manifestTarget } from "../../src/targets/manifest.ts";
import { compileTexts } from "../compile-texts.ts";
import { documentsNamed, textOf } from "../corpus/corpus.ts";
import { filesIn, project } from "../example-project.ts";

const transports = { mcp, connector };
const generated: readonly [string, readonly Tool[]][] = [
  ["device", device],
  ["everything", everything],
  ["exchange_rates", exchangeRates],
  ["tickets", tickets],
  ["weather", weather],
];

/** All that a tool says, but for functions, which are not alike by being the same. */
function described(tool: Tool): object {
  const { execute: _execute, inputSchema, outputSchema, toolset, binding, ...rest } = tool;
  const { transport: _transport, parts: _parts, ...others } = toolset;
  const schemas = ["draft-2020-12", "draft-07"].map((target) =>
    [inputSchema, outputSchema].map((schema) => withDraft07(schema)["~standard"].jsonSchema.input({ target })),
  );
  return { ...rest, binding: grouped(binding), schemas, toolset: others };
}

/** Modules have parameters by their place; among those of one place the order is the document's. */
function grouped(binding: Binding): Binding {
  if (binding.transport !== "http") return binding;
  return { ...binding, parameters: [...binding.parameters].sort((a, b) => (a.in === b.in ? 0 : a.in < b.in ? -1 : 1)) };
}

const byName = (tools: readonly Tool[]) => [...tools].sort((a, b) => (a.name < b.name ? -1 : 1)).map(described);

describe("the tools of a manifest", () => {
  test.each(generated)("are those of the generated modules: %s", (name, tools) => {
    const path = join(project, "generated/toolsets", name, "toolset.json");
    const read: Manifest = JSON.parse(readFileSync(path, "utf8"));
    expect(byName(toolsOf(read, transports))).toEqual(byName(tools));
  });

  test("validate their input and send the same request as the generated module", async () => {
    const read: Manifest = JSON.parse(readFileSync(join(project, "generated/toolsets/weather/toolset.json"), "utf8"));
    const tool = toolsOf(read).find(({ name }) => name === "weather_search_places");
    await expect(tool?.execute({})).rejects.toMatchObject({ code: "invalid-arguments" });
    const urls: string[] = [];
    const fetch = async (request: Request) => {
      urls.push(request.url);
      return Response.json({ results: [] });
    };
    expect(await tool?.execute({ name: "Oslo" }, { fetch })).toEqual({ results: [] });
    await weather[1].execute({ name: "Oslo" }, { fetch });
    expect(urls[0]).toBe(urls[1]);
  });

  test("of format 1, which had all members and the whole binding, equal those of format 2", () => {
    for (const [name, tools] of generated) {
      const read: Manifest = JSON.parse(readFileSync(join(project, "generated/toolsets", name, "toolset.json"), "utf8"));
      const former = toolsOf(read, transports).map((tool, index) => {
        const { annotations, approval, tags, deprecated, lazy, metadata, examples, trim, title, binding } = tool;
        const { localName = "", description = "", input = {}, output = {} } = read.tools[index] ?? {};
        const members = { annotations, approval, tags, deprecated, lazy, metadata, examples, trim, title, binding };
        return { ...members, id: tool.id, name: tool.name, localName, description, input, output };
      });
      expect(byName(toolsOf({ ...read, formatVersion: "1.1", tools: former }, transports))).toEqual(byName(tools));
    }
  });

  test("are an error if their transport was not passed, or if the format is of a later version", () => {
    const read: Manifest = JSON.parse(readFileSync(join(project, "generated/toolsets/everything/toolset.json"), "utf8"));
    expect(() => toolsOf(read)).toThrow('from "@toolsetc/runtime/mcp"');
    expect(() => toolsOf({ ...read, formatVersion: "3.0" }, transports)).toThrow("reads only formats 1 and 2");
  });

  test("say whether the conversation goes on while they run, and then have 60 seconds", async () => {
    const of = async (executionType: string) => {
      const definition = {
        displayName: "shop",
        executionType,
        openApiToolset: { openApiSchema: filesIn(join(project, "toolsets"))["weather.openapi.yaml"] },
      };
      const { program } = await compileTexts({ "shop.json": JSON.stringify(definition) });
      const [file] = manifestTarget.emit(program, {} as never).value;
      const [tool] = toolsOf(JSON.parse(file?.text ?? ""));
      return [tool && isAsynchronous(tool), tool?.toolset.endpoint.timeout];
    };
    expect(await of("ASYNCHRONOUS")).toEqual([true, 60_000]);
    expect(await of("SYNCHRONOUS")).toEqual([false, 30_000]);
  });

  test.each(documentsNamed(["swagger-2.yaml", "parameters.yaml", "petstore-swagger3.yaml", "train-travel-3.1.yaml", "notion.json"]))(
    "equal those of the generated modules of a whole document: $file",
    async (document) => {
      const path = document.file.replace(/^.*\./, "api.");
      const texts = { [path]: textOf(document) };
      const { program, outputs } = await compileTexts(texts, { input: { kind: "openapi", path, include: [], exclude: [] } });
      // Below the project, so that the modules find the library.
      mkdirSync(join(project, ".bench"), { recursive: true });
      const folder = mkdtempSync(join(project, ".bench/manifest-"));
      try {
        for (const { path: place, text } of outputs.flatMap(({ files }) => files)) {
          mkdirSync(dirname(join(folder, place)), { recursive: true });
          writeFileSync(join(folder, place), text);
        }
        const [toolset] = program.toolsets;
        const modules: { readonly allTools: readonly Tool[] } = await import(join(folder, "toolsets", toolset?.name ?? "", "index.ts"));
        const [made] = manifestTarget.emit(program, {} as never).value;
        expect(modules.allTools.length).toBeGreaterThan(1);
        expect(byName(toolsOf(JSON.parse(made?.text ?? "")))).toEqual(byName(modules.allTools));
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
