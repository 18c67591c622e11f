import type { Tool, Toolset } from "../../ir/ir.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { AssertedCredential } from "./credentials.ts";
import type { Fact } from "./fact-test.ts";

interface OfToolset {
  readonly toolset: Toolset;
}

interface OfTool extends OfToolset {
  readonly tool: Tool;
}

interface OfArgument extends OfTool {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

interface OfServer extends OfToolset {
  readonly written: string;
  readonly url: URL | undefined;
}

interface OfCredential extends OfToolset {
  readonly credential: AssertedCredential;
}

type Facts<Subject> = { readonly [name: string]: (subject: Subject) => Fact };

const toolsetOf: Facts<OfToolset> = {
  // The configuration may refer to a toolset by either name.
  toolset: ({ toolset }) => [...new Set([toolset.displayName, toolset.name])],
  kind: ({ toolset }) => toolset.endpoint.kind,
};

const effects: Facts<OfTool> = {
  method: ({ tool: { binding } }) => (binding.transport === "http" ? binding.method : undefined),
  path: ({ tool: { binding } }) => (binding.transport === "http" ? binding.path : undefined),
  approval: ({ tool }) => tool.approval,
  readOnly: ({ tool }) => tool.annotations.readOnly,
  destructive: ({ tool }) => tool.annotations.destructive ?? undefined,
  idempotent: ({ tool }) => tool.annotations.idempotent,
  openWorld: ({ tool }) => tool.annotations.openWorld,
  tags: ({ tool }) => tool.tags,
  deprecated: ({ tool }) => tool.deprecated,
  lazy: ({ tool }) => tool.lazy,
};

const toolOf: Facts<OfTool> = { ...toolsetOf, tool: ({ tool }) => tool.name, ...effects };

/** What assertions can say, by what they are about. The JSON Schema of the configuration has the same names. */
export const facts: {
  readonly tool: Facts<OfTool>;
  readonly argument: Facts<OfArgument>;
  readonly result: Facts<OfTool>;
  readonly server: Facts<OfServer>;
  readonly credential: Facts<OfCredential>;
  readonly toolset: Facts<OfToolset>;
} = {
  tool: {
    name: ({ tool }) => tool.name,
    id: ({ tool }) => tool.id,
    title: ({ tool }) => tool.title,
    description: ({ tool }) => tool.description,
    arguments: ({ tool }) => sizeOf(member(tool.input.json, "properties")),
    examples: ({ tool }) => tool.examples.length,
    ...toolsetOf,
    ...effects,
  },
  argument: {
    ...toolOf,
    name: ({ name }) => name,
    description: ({ schema, toolset }) => textOf(schema, "description", toolset),
    type: ({ schema, toolset }) => typesOf(schema, toolset),
    format: ({ schema, toolset }) => textOf(schema, "format", toolset),
    required: ({ isRequired }) => isRequired,
    in: ({ tool, name }) => partOf(tool, name),
  },
  result: {
    ...toolOf,
    type: ({ tool, toolset }) => typesOf(resultOf(tool), toolset),
    known: ({ tool }) => sizeOf(resultOf(tool)) > 0,
    description: ({ tool, toolset }) => textOf(resultOf(tool), "description", toolset),
    maxBytes: ({ tool }) => tool.trim.maxBytes ?? undefined,
  },
  server: {
    ...toolsetOf,
    url: ({ written }) => written,
    scheme: ({ written }) => /^([a-z][a-z0-9+.-]*):/i.exec(written)?.[1]?.toLowerCase(),
    host: ({ url }) => url?.hostname,
  },
  credential: {
    ...toolsetOf,
    name: ({ credential }) => credential.name,
    type: ({ credential }) => credential.type,
    in: ({ credential }) => credential.in,
    scopes: ({ credential }) => credential.scopes,
  },
  toolset: {
    kind: toolsetOf.kind ?? (() => undefined),
    name: ({ toolset }) => toolset.displayName,
    description: ({ toolset }) => toolset.description,
    tools: ({ toolset }) => toolset.tools.length,
  },
};

/** The fact about the member of a tool's `metadata` that a name such as `metadata.owner` stands for; `undefined` for other names. */
export function metadataFact(name: string): ((subject: OfTool) => Fact) | undefined {
  const key = /^metadata\.(.*)$/s.exec(name)?.[1];
  return key === undefined ? undefined : ({ tool }) => factOf(Object.hasOwn(tool.metadata, key) ? tool.metadata[key] : undefined);
}

function factOf(value: Json | undefined): Fact {
  if (value === undefined || value === null) return undefined;
  if (isArray(value)) return value.map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
  return isObject(value) ? JSON.stringify(value) : value;
}

/** The schema of what a service returns. A tool whose result is no object returns it as the member `result`. */
function resultOf({ output, binding }: Tool): Json {
  const isWrapped = "output" in binding && binding.output === "result";
  return isWrapped ? (member(member(output.json, "properties"), "result") ?? {}) : output.json;
}

/** The part of an HTTP request that an argument becomes. */
function partOf({ binding }: Tool, name: string): Fact {
  if (binding.transport !== "http") return undefined;
  const parameter = binding.parameters.find(({ from }) => "input" in from && from.input === name);
  if (parameter !== undefined) return parameter.in;
  const from = binding.body?.from;
  if (from === undefined) return undefined;
  const inputs = "input" in from ? [from] : from.members.map((each) => each.from);
  return inputs.some((each) => "input" in each && each.input === name) ? "body" : undefined;
}

/** A text of a schema, or else of a shared schema that it refers to. */
function textOf(schema: Json, keyword: string, toolset: Toolset): Fact {
  for (let next: Json | undefined = schema, steps = 0; next !== undefined && steps <= toolset.schemas.size; steps++) {
    const own = member(next, keyword);
    if (typeof own === "string") return own;
    next = sharedOf(next, toolset);
  }
  return undefined;
}

/** The JSON types that a schema allows, also those of its alternatives and of the shared schemas that it refers to. */
function typesOf(schema: Json, toolset: Toolset): Fact {
  const types = new Set<string>();
  const open = new Set([schema]);
  // A set visits what is added while it is walked, and each schema once.
  for (const next of open) {
    const type = member(next, "type");
    if (type !== undefined) for (const each of isArray(type) ? type : [type]) types.add(String(each));
    else {
      for (const part of [...itemsIn(member(next, "anyOf")), ...itemsIn(member(next, "oneOf"))]) open.add(part);
      const shared = sharedOf(next, toolset);
      if (shared !== undefined) open.add(shared);
    }
  }
  return types.size === 0 ? undefined : [...types];
}

function sharedOf(schema: Json, { schemas }: Toolset): Json | undefined {
  const name = sharedSchemaName(member(schema, "$ref"));
  return name === undefined ? undefined : schemas.get(name)?.json;
}

function sizeOf(value: Json | undefined): number {
  return isObject(value) ? Object.keys(value).length : 0;
}
