import { field, keyOrigin, stringValue } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Account, Group, Tool, Toolset } from "../ir/ir.ts";
import type { Overrides } from "../project/config/config.ts";
import { pointerOf } from "../source/tree.ts";
import type { Draft, Lowered } from "./draft.ts";
import type { ToolName } from "./names/name-tools.ts";
import type { BrokenOperation } from "./schemas/broken-schemas.ts";
import { checkExamples } from "./schemas/check-examples.ts";
import { wrongExample } from "./schemas/codes.ts";
import { createDescriber } from "./schemas/plain-descriptions.ts";

/** Fields of a Toolset or a Tool that have no effect on compiled tools. */
const uncompiled = ["toolFakeConfig"];

/** A lowered definition, with the name of its toolset and the configured overrides. */
export interface LoweredToolset {
  readonly resolved: Resolved;
  readonly name: string;
  readonly overrides: Overrides | undefined;
  readonly lowered: Lowered;
}

export interface FinishedToolset {
  readonly value: Toolset;
  readonly tools: readonly Draft[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates the toolset, with the tools that have valid input schemas. Operations with invalid schemas are added to `brokenOperations`. */
export function finishToolset(
  { resolved, name, lowered }: LoweredToolset,
  names: ReadonlyMap<string, ToolName>,
  brokenOperations: BrokenOperation[],
): FinishedToolset {
  const { definition } = resolved;
  const usable = lowered.drafts.filter((draft) => {
    for (const side of ["input", "output"] as const) {
      const { broken } = draft[side];
      if (broken.length > 0) brokenOperations.push({ toolset: name, operation: draft.id, place: draft.origin, side, broken });
    }
    return draft.input.broken.length === 0;
  });
  const describe = createDescriber(lowered.plainText);
  const uses = new Set(usable.flatMap(({ input, output }) => [...input.uses, ...output.uses]));
  const schemas = new Map([...lowered.library.shared(uses)].map(([shared, schema]) => [shared, describe(schema)]));
  const wrong = new Map<string, Diagnostic>();
  const tools = usable.map((draft) => {
    const input = describe(draft.input.schema);
    const checked = checkExamples(draft.examples, input.json, schemas);
    for (const { origin, ...found } of checked.wrong) {
      const place = `${origin.tree.source.path} ${pointerOf(origin.path)}`;
      // Several operations may refer to the same example, which is reported once.
      if (!wrong.has(place))
        wrong.set(place, diagnostic(wrongExample, { tool: draft.id, ...found }, origin, { toolset: name, tool: draft.id }));
    }
    const described = { input, output: describe(draft.output.schema), examples: checked.examples };
    return finishTool(draft, names.get(draft.key), described);
  });
  const { operations, excluded, webhooks, callbacks } = lowered.account;
  const value: Toolset = {
    resource: definition.resource,
    name,
    displayName: definition.name,
    description: stringValue(field(definition.node, "description"))?.trim() ?? "",
    endpoint: lowered.endpoint,
    schemas,
    tools,
    groups: groupByTag(tools, lowered.tags),
    account: {
      operations,
      tools: tools.length,
      excluded,
      failed: operations - excluded - tools.length,
      renamed: usable.filter(({ key }) => names.get(key)?.change !== "none").length,
      renamedInputs: renamedInputs(tools),
      webhooks,
      callbacks,
      unknownFields: definition.unknownFields,
      uncompiledFields: uncompiled.filter((name) => field(definition.node, name) !== undefined),
    },
    origin: keyOrigin(definition.node),
  };
  return { value, tools: usable, diagnostics: [...wrong.values()] };
}

function renamedInputs(tools: readonly Tool[]): Account["renamedInputs"] {
  const pairs = tools.flatMap(({ binding }) =>
    binding.transport === "http"
      ? binding.parameters.flatMap(({ name, from }) => ("input" in from && from.input !== name ? [{ name, input: from.input }] : []))
      : [],
  );
  return [...new Map(pairs.map((pair) => [JSON.stringify([pair.name, pair.input]), pair])).values()];
}

function finishTool(draft: Draft, named: ToolName | undefined, described: Pick<Tool, "input" | "output" | "examples">): Tool {
  if (named === undefined) throw new Error(`No name was assigned for "${draft.id}".`);
  return {
    id: draft.id,
    name: named.name,
    localName: named.localName,
    title: draft.title,
    description: draft.description,
    documentation: draft.documentation,
    ...described,
    annotations: draft.annotations,
    approval: draft.approval,
    tags: draft.tags,
    deprecated: draft.deprecated,
    lazy: draft.lazy,
    metadata: draft.metadata,
    trim: draft.trim,
    binding: draft.binding,
    origin: draft.origin,
  };
}

/** Creates a group for each tag. Tags that the document describes come first, in the document's order. */
function groupByTag(tools: readonly Tool[], described: Lowered["tags"]): Group[] {
  const members = new Map<string, string[]>(described.map(({ name }) => [name, []]));
  for (const { name, tags } of tools) {
    for (const tag of new Set(tags)) {
      const group = members.get(tag);
      if (group === undefined) members.set(tag, [name]);
      else group.push(name);
    }
  }
  const descriptions = new Map(described.map(({ name, description }) => [name, description]));
  return [...members]
    .filter(([, names]) => names.length > 0)
    .map(([name, names]) => ({ name, description: descriptions.get(name) ?? "", tools: names }));
}
