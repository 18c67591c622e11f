import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { ImpossibleFinder } from "../../schema/reason/find-impossible.ts";
import { type Json, member } from "../../source/json/json.ts";
import { type Origin, originOfValue, pointerOf, type Tree, valueAt } from "../../source/tree.ts";
import { clashingCredentials, impossibleInput, impossibleOutput } from "./codes.ts";

/**
 * Reports tools for which no arguments are valid, tools whose output schema accepts nothing, and tools whose credentials conflict. Tools
 * with the same cause are reported together.
 */
export function uncallableTools(toolset: Toolset, finder: ImpossibleFinder): Diagnostic[] {
  const found = new Map<string, { readonly tools: string[]; readonly create: (tools: readonly string[]) => Diagnostic }>();
  const trees: Tree[] = [];
  const record = (origin: Origin, why: string, tool: Tool, create: (tools: readonly string[]) => Diagnostic) => {
    if (!trees.includes(origin.tree)) trees.push(origin.tree);
    const key = `${trees.indexOf(origin.tree)} ${pointerOf(origin.path)} ${why}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { tools: [tool.id], create });
    else known.tools.push(tool.id);
  };
  for (const tool of toolset.tools) {
    for (const [code, schema] of [
      [impossibleInput, tool.input],
      [impossibleOutput, tool.output],
    ] as const) {
      const impossible = finder.find(schema);
      if (impossible === undefined) continue;
      const { why, origin } = impossible;
      record(origin, `${code.code} ${why}`, tool, (tools) =>
        diagnostic(code, { tools, part: undefined, why }, origin, detailsOf(tools, toolset)),
      );
    }
    const conflict = credentialConflict(tool, toolset);
    if (conflict !== undefined) {
      const origin = placeOfSecurity(tool);
      record(origin, conflict.join(), tool, (tools) =>
        diagnostic(clashingCredentials, { tools, schemes: conflict }, origin, detailsOf(tools, toolset)),
      );
    }
  }
  return [...found.values()].map(({ tools, create }) => create(tools));
}

/** The toolset of a finding about tools, and the tool if it is one. */
export function detailsOf(tools: readonly string[], { name }: Toolset): { readonly toolset: string; readonly tool?: string } {
  const [tool] = tools;
  return tools.length === 1 && tool !== undefined ? { toolset: name, tool } : { toolset: name };
}

/**
 * Two security schemes that are required together but need different `Authorization` headers; `undefined` if one of the alternative
 * requirements has no such conflict.
 */
function credentialConflict({ binding }: Tool, { endpoint }: Toolset): readonly [string, string] | undefined {
  if (binding.transport !== "http" || binding.security.length === 0) return undefined;
  const conflicts = binding.security.map((requirement) => {
    const names = Object.keys(requirement).filter((name) => Object.hasOwn(endpoint.securitySchemes, name));
    const used = names
      .map((name) => ({ name, form: authorizationForm(endpoint.securitySchemes[name] as Json) })) // The cast is safe: a scheme is a value of the document, which is JSON.
      .filter(({ form }) => form !== undefined);
    const other = used.find(({ form }) => form !== used[0]?.form);
    return used[0] !== undefined && other !== undefined ? ([used[0].name, other.name] as const) : undefined;
  });
  return conflicts.includes(undefined) ? undefined : conflicts[0];
}

/**
 * The authentication scheme of the `Authorization` header that a security scheme sends; `undefined` if it sends no such header. OAuth 2.0
 * and OpenID Connect send bearer tokens.
 */
function authorizationForm(scheme: Json): string | undefined {
  switch (member(scheme, "type")) {
    case "basic":
      return "basic";
    case "http":
      return String(member(scheme, "scheme") ?? "bearer").toLowerCase();
    case "oauth2":
    case "openIdConnect":
      return "bearer";
    case "apiKey":
      return member(scheme, "in") === "header" && String(member(scheme, "name")).toLowerCase() === "authorization" ? "key" : undefined;
    default:
      return undefined;
  }
}

/** The location of the operation's `security`, or of the document's `security` if the operation has none. */
function placeOfSecurity({ origin }: Tool): Origin {
  const { tree, path } = origin;
  for (const place of [[...path, "security"], ["security"]]) if (valueAt(tree, place) !== undefined) return originOfValue(tree, place);
  return origin;
}
