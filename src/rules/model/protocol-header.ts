import type { Tool, Toolset } from "../../ir/ir.ts";
import { originOf } from "../../schema/origin-of.ts";
import { type Json, member } from "../../source/json/json.ts";
import { rule } from "../rule.ts";

interface Header {
  readonly header: string;
  readonly tools: number;
  readonly pin: string;
}

export const protocolHeader = rule<Header>({
  code: "protocol-header",
  severity: "warning",
  set: "recommended",
  summary: "a header of the protocol, such as the version of the API or the tenant, that a model has to fill in",
  price: 0,
  message: ({ header, tools, pin }) =>
    `A model has to fill in the header "${header}" of ${tools === 1 ? "a tool" : `${tools} tools`}. With one value for all: \`${pin}\`.`,
  help: "Such a header says how a program talks to the service, not what a call is about. A model cannot know the value, and guesses. Pin the value in toolsetc.yaml, so that the model does not see the argument. If the value depends on the user, take it from a context variable in the definition.",

  *toolset(toolset) {
    const uses = new Map<string, { readonly tool: Tool; readonly input: string; count: number }>();
    for (const tool of toolset.tools) {
      for (const [header, input] of headersOf(tool)) {
        const known = uses.get(header);
        if (known === undefined) uses.set(header, { tool, input, count: 1 });
        else known.count += 1;
      }
    }
    for (const [header, { tool, input, count }] of uses) {
      const place = originOf(tool.input, ["properties", input]);
      yield { params: { header, tools: count, pin: pinOf(header, tool, { toolset, input }) }, place, details: { tool: tool.id } };
    }
  },
});

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

/** The entry of toolsetc.yaml that pins a header: to the value that the document proposes, if it proposes one. */
function pinOf(header: string, tool: Tool, { toolset, input }: { readonly toolset: Toolset; readonly input: string }): string {
  const schema = member(member(tool.input.json, "properties"), input);
  const proposed = [member(schema, "default"), ...listed(schema, "examples"), ...listed(schema, "enum")].find(
    (value) => value !== undefined,
  );
  const value = typeof proposed === "string" || typeof proposed === "number" ? JSON.stringify(proposed) : "…";
  return `overrides: { ${toolset.displayName}: { tools: { "*": { parameters: { ${JSON.stringify(header)}: { value: ${value} } } } } } }`;
}

function listed(schema: Json | undefined, keyword: string): (Json | undefined)[] {
  const values = member(schema, keyword);
  return Array.isArray(values) ? values : [];
}
