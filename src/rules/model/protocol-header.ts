import type { Tool } from "../../ir/ir.ts";
import { originOf } from "../../schema/origin-of.ts";
import { type Json, member } from "../../source/json/json.ts";
import { rule } from "../rule.ts";

interface Header {
  readonly header: string;
  readonly tools: number;
  readonly toolset: string;
  /** Whether a call needs the header. */
  readonly isRequired: boolean;
  /** The value that the document proposes; `undefined` if it proposes none, or several. */
  readonly value: Json | undefined;
}

export const protocolHeader = rule<Header>({
  code: "protocol-header",
  severity: "warning",
  set: "recommended",
  summary: "a header of the protocol, such as the version of the API or the tenant, that a model has to fill in",
  price: 0,
  message: ({ header, tools, toolset, isRequired, value }) => {
    const pin = `overrides: { ${toolset}: { tools: { "*": { parameters: { ${JSON.stringify(header)}: { value: ${value === undefined ? "…" : JSON.stringify(value)} } } } } } }`;
    const advice = value === undefined ? "If one value is right for all, write it into toolsetc.yaml" : "With one value for all";
    return `A model ${isRequired ? "has to" : "may"} fill in the header "${header}" of ${tools === 1 ? "a tool" : `${tools} tools`}. ${advice}: \`${pin}\`.`;
  },
  help: "Such a header says how a program talks to the service, not what a call is about. A model cannot know the value, and guesses. Pin the value in toolsetc.yaml, so that the model does not see the argument. `validate --fix --unsafe` does this if the document proposes one value. If the value depends on the user, take it from a context variable in the definition.",

  *toolset(toolset) {
    const uses = new Map<string, HeaderUse[]>();
    for (const tool of toolset.tools) {
      for (const [header, input] of headersOf(tool)) {
        const known = uses.get(header) ?? [];
        uses.set(header, known);
        known.push({ tool, input });
      }
    }
    for (const [header, [first, ...others]] of uses) {
      if (first === undefined) continue;
      const place = originOf(first.tool.input, ["properties", first.input]);
      const value = proposedValue([first, ...others]);
      const isRequired = [first, ...others].some(isNeeded);
      const params = { header, tools: others.length + 1, toolset: toolset.displayName, isRequired, value };
      const isPinnable = value !== undefined && toolset.tools.every((tool) => !hasOtherParameter(tool, header));
      const pin = isPinnable ? { pin: { toolset: toolset.displayName, parameter: header, value } } : {};
      yield { params, place, details: { tool: first.tool.id, ...pin } };
    }
  },
});

/** A tool with a header, and the argument for it. */
interface HeaderUse {
  readonly tool: Tool;
  readonly input: string;
}

function isNeeded({ tool, input }: HeaderUse): boolean {
  return listed(tool.input.json, "required").includes(input);
}

/** The version of an API, a tenant or account, and what identifies a request or a program. */
const protocol =
  /(?:^|[-_])(?:api[-_]?)?version$|(?:^|[-_])(?:tenant|organi[sz]ation|account|workspace|installation|subscription)[-_]?id$|^(?:x[-_])?(?:request|correlation|trace)[-_]?id$|^(?:user-agent|x-client-(?:name|id)|accept-encoding)$/i;

/** The headers of the protocol among the arguments of a tool: their names as sent, and those of the arguments. */
function headersOf({ binding }: Tool): [header: string, input: string][] {
  if (binding.transport !== "http") return [];
  return binding.parameters.flatMap(({ name, in: where, from }): [string, string][] =>
    where === "header" && "input" in from && protocol.test(name) ? [[name, from.input]] : [],
  );
}

/** Whether a tool has a parameter of this name that is no header. An entry for the header would pin it too. */
function hasOtherParameter({ binding }: Tool, header: string): boolean {
  return binding.transport === "http" && binding.parameters.some(({ name, in: where }) => name === header && where !== "header");
}

/**
 * The value that the tools propose for a header; `undefined` if they propose none, or different ones. An example is no proposal for calls
 * that do without the header.
 */
function proposedValue(uses: readonly HeaderUse[]): Json | undefined {
  const values = uses.flatMap((use) => {
    const { tool, input } = use;
    const schema = member(member(tool.input.json, "properties"), input);
    const choices = listed(schema, "enum");
    const [value] = [
      member(schema, "default"),
      member(schema, "const"),
      ...(choices.length === 1 ? choices : []),
      ...(isNeeded(use) ? listed(schema, "examples") : []),
    ].filter((each) => typeof each === "string" || typeof each === "number");
    return value ?? [];
  });
  return new Set(values).size === 1 ? values[0] : undefined;
}

function listed(schema: Json | undefined, keyword: string): readonly Json[] {
  const values = member(schema, keyword);
  return Array.isArray(values) ? values : [];
}
