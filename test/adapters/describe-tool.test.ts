import { describe, expect, test } from "vitest";
import { discover } from "../../src/runtime/adapters/discover.ts";
import { defineTool, modelOutput, type SchemaSource, type Tool } from "../../src/runtime/index.ts";
import { isRecord, type UnknownRecord } from "../../src/runtime/json.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { containedBy } from "../../src/runtime/projection/reduce/schema-graph.ts";
import { schemasByName, schemasIn } from "../../src/runtime/projection/schema.ts";
import { showTool } from "../../src/runtime/tool/show-tool.ts";
import { manifestOf } from "../../src/targets/manifest.ts";
import { documentsNamed, ownDocuments, textOf } from "../corpus/corpus.ts";
import { operationsOf } from "../runtime/discovery/questions.ts";
import { getItem } from "./store.ts";

const maxBytes = 32 * 1024;

/** The maximum number of results that are read for one tool. */
const maxResults = 40;

/** An answer of `describe_tool`, as a model gets it. */
async function answerOf(describeTool: Tool, name: string, path?: string): Promise<UnknownRecord> {
  const output = await describeTool.execute(path === undefined ? { name } : { name, path }, {});
  // A result that is not within the limit would be shortened like any result.
  expect(modelOutput(describeTool, output)).toBe(output);
  expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(maxBytes);
  return output as UnknownRecord;
}

/** What an answer leaves out: schemas by their paths, and the values of keywords with theirs. */
interface Found {
  readonly paths: Set<string>;
  readonly lists: [path: string, values: readonly unknown[]][];
}

/**
 * Compares what is shown with the complete schema: each keyword that is shown has all its values, members and alternatives, and each
 * reference has its target. Returns the paths of what is not shown.
 */
function compare(shown: unknown, complete: unknown, answer: unknown, found: Found, at: string): void {
  if (!isRecord(shown) || !isRecord(complete)) {
    if (shown !== true) expect(shown, at).toEqual(complete);
    else if (complete !== true) found.paths.add(at);
    return;
  }
  const { path } = shown;
  if (typeof path === "string") {
    found.paths.add(path);
    return;
  }
  for (const [keyword, value] of Object.entries(shown)) {
    if (keyword === "$defs" || keyword === "description" || keyword === "title" || keyword === "examples") continue;
    const original = complete[keyword];
    // A schema that is left out is compared below, as in every other place.
    if (containedBy.get(keyword) !== "one" && isRecord(value) && value["path"] === `${at}/${keyword}`) {
      found.lists.push([value["path"], Array.isArray(original) ? original : Object.keys(original as object)]);
      continue;
    }
    switch (containedBy.get(keyword)) {
      case "one":
        compare(value, original, answer, found, `${at}/${keyword}`);
        break;
      case "array": {
        const [parts, originals] = [schemasIn(value), schemasIn(original)];
        expect(parts.length, `${at}/${keyword}`).toBe(originals.length);
        for (const [index, part] of parts.entries()) compare(part, originals[index], answer, found, `${at}/${keyword}/${index}`);
        break;
      }
      case "map": {
        const [parts, originals] = [schemasByName(value), new Map(schemasByName(original))];
        expect(
          parts.map(([name]) => name),
          `${at}/${keyword}`,
        ).toEqual([...originals.keys()]);
        for (const [name, part] of parts) compare(part, originals.get(name), answer, found, `${at}/${keyword}/${escaped(name)}`);
        break;
      }
      case undefined:
        expect(value, `${at}/${keyword}`).toEqual(original);
        if (keyword === "$ref")
          expect(new Map(schemasByName(schemaIn(answer)["$defs"])).has(String(value).slice(8)), `${at} ${value}`).toBe(true);
    }
  }
}

const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const schemaIn = (answer: unknown): UnknownRecord => {
  const schema = isRecord(answer) ? (answer["arguments"] ?? answer["schema"]) : undefined;
  return isRecord(schema) ? schema : {};
};

function schemaAt(schema: unknown, path: string): unknown {
  return path
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => (value as UnknownRecord)[key.replaceAll("~1", "/").replaceAll("~0", "~")], schema);
}

/** Reads a tool with `describe_tool`, and all that it leaves out by its paths. Returns how many results were read. */
async function readTool(describeTool: Tool, tool: Tool): Promise<{ readonly results: number; readonly isWhole: boolean }> {
  const complete = showTool(tool, {}).input("draft-2020-12");
  const paths = new Set([""]);
  let results = 0;
  for (const path of paths) {
    if (++results > maxResults) return { results, isWhole: false };
    const answer = await answerOf(describeTool, tool.name, path === "" ? undefined : path);
    const shown = path === "" ? answer["arguments"] : answer["schema"];
    const found: Found = { paths: new Set<string>(), lists: [] };
    compare(shown, schemaAt(complete, path), answer, found, path);
    for (const [name, definition] of schemasByName(schemaIn(answer)["$defs"]))
      compare(definition, schemaAt(complete, `/$defs/${escaped(name)}`), answer, found, `/$defs/${escaped(name)}`);
    // What is left out is named, and smaller than what it is a part of.
    expect(found.paths.has(path), path).toBe(false);
    expect(answer["omitted"] !== undefined, path).toBe(found.paths.size + found.lists.length > 0);
    for (const [list, values] of found.lists) {
      expect(await readList(describeTool, tool.name, list), list).toEqual(values);
      if (list.endsWith("/properties")) for (const name of values) paths.add(`${list}/${escaped(String(name))}`);
    }
    for (const each of found.paths) {
      expect(schemaAt(complete, each), each).toBeDefined();
      paths.add(each);
    }
  }
  return { results, isWhole: true };
}

async function readList(describeTool: Tool, name: string, path: string): Promise<unknown[]> {
  const { values, next } = await answerOf(describeTool, name, path);
  if (!Array.isArray(values)) throw new Error(`${path} has no values.`);
  return typeof next === "string" ? [...values, ...(await readList(describeTool, name, next))] : values;
}

const toolWith = (input: SchemaSource): Tool =>
  defineTool({
    toolset: getItem.toolset,
    id: "big",
    name: "big",
    description: "A tool.",
    input,
    output: {},
    http: { method: "GET", path: "/" },
  });

const long = (name: string) => `${name} ${"is described at length ".repeat(20)}`;
const members = (count: number, of: (index: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`member_${index}`, of(index)]));
const values = Array.from({ length: 300 }, (_, index) => `value-${index}`);
const nested = (depth: number): object => ({
  type: "object",
  required: ["member_0", "member_39"],
  properties: members(40, (index) => (index === 0 && depth > 0 ? nested(depth - 1) : { enum: values, description: long("It") })),
});

const schemas: { readonly [title: string]: SchemaSource } = {
  "few members": { type: "object", properties: { id: { type: "integer" } } },
  "long descriptions": {
    type: "object",
    properties: members(200, (index) => ({ type: "string", description: long(`Member ${index}. It`) })),
  },
  "deep objects with long enumerations": nested(4) as SchemaSource,
  "many required members": {
    type: "object",
    required: Object.keys(members(1500, () => ({}))),
    properties: members(1500, () => ({ enum: values })),
  },
  "one very long enumeration": {
    type: "object",
    properties: { of: { enum: Array.from({ length: 9000 }, (_, index) => `value-${index}`) }, to: { type: "string" } },
  },
  "many alternatives": {
    type: "object",
    properties: {
      body: { oneOf: Array.from({ length: 90 }, (_, index) => ({ title: `Kind ${index}`, enum: values, description: long("It") })) },
    },
  },
  "names with slashes and tildes": {
    type: "object",
    properties: { "a/b~c": nested(1), "~1": nested(0) },
  },
  "a recursive type": {
    type: "object",
    properties: { filter: { $ref: "#/$defs/Filter" }, list: { type: "array", items: { $ref: "#/$defs/Filter" } } },
    $defs: {
      Filter: {
        type: "object",
        properties: {
          all: { type: "array", items: { $ref: "#/$defs/Filter" } },
          of: { $ref: "#/$defs/Of" },
          ...members(30, () => ({ enum: values })),
        },
      },
      Of: { type: "object", properties: { not: { $ref: "#/$defs/Filter" }, ...members(30, () => ({ enum: values })) } },
    },
  },
};

describe("`describe_tool` returns every part of a schema, in several calls if it is large", () => {
  test.each(Object.entries(schemas))("a schema with %s", async (_title, input) => {
    const tool = toolWith(input);
    const { isWhole, results } = await readTool(discover([tool])[1], tool);
    expect(isWhole || results > maxResults).toBe(true);
  });

  // Those whose tools have the largest schemas.
  const large = ["openai.json", "stripe-2022.yaml", "github-rest.json", "adyen-PaymentService-v68.json", "box-2025.json", "notion.json"];
  test.each(documentsNamed([...large, ...ownDocuments.map(({ file }) => file)]).map(({ file }) => file))(
    "the largest schemas of the document %s",
    async (file) => {
      const [document = { folder: "", file }] = documentsNamed([file]);
      const { program } = await operationsOf(textOf(document));
      const tools = program.toolsets.flatMap((toolset) => toolsOf(JSON.parse(JSON.stringify(manifestOf(toolset)))));
      const [, describeTool] = discover(tools);
      for (const tool of tools) await readTool(describeTool, tool);
    },
  );
});

test("`describe_tool` refuses a path that the schema of the tool does not have, and says what to do", async () => {
  const tool = toolWith({ type: "object", properties: { id: { type: "integer" } } });
  const [, describeTool] = discover([tool]);
  await expect(describeTool.execute({ name: "big", path: "/properties/name" }, {})).rejects.toMatchObject({
    code: "invalid-arguments",
    message: 'The arguments of big have no schema at the path "/properties/name". Use a path from an earlier result.',
  });
  for (const path of ["/__proto__", "/constructor/name", "/type", "/properties/id/type", "/properties/id/enum@1"])
    await expect(describeTool.execute({ name: "big", path }, {})).rejects.toMatchObject({ code: "invalid-arguments" });
  const shown = { name: "big", path: "#/properties/id", schema: { type: "integer" } };
  expect(await describeTool.execute({ name: "big", path: "#/properties/id" }, {})).toEqual(shown);
});
