import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { createImpossibleFinder } from "../schema/find-impossible.ts";
import { type Json, member } from "../source/json.ts";
import { type Origin, originOfValue, pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { clashingCredentials, impossibleInput, impossibleOutput } from "./codes.ts";

/** The tools that nobody can call, whatever the arguments, and those of which no answer can be as it should. What costs several of them is said once. */
export function uncallableTools(toolset: Toolset): Diagnostic[] {
  const found = new Map<string, { readonly tools: string[]; readonly say: (tools: readonly string[]) => Diagnostic }>();
  const trees: Tree[] = [];
  const note = (origin: Origin, why: string, tool: Tool, say: (tools: readonly string[]) => Diagnostic) => {
    if (!trees.includes(origin.tree)) trees.push(origin.tree);
    const key = `${trees.indexOf(origin.tree)} ${pointerOf(origin.path)} ${why}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { tools: [tool.id], say });
    else known.tools.push(tool.id);
  };
  const findImpossible = createImpossibleFinder(toolset.schemas);
  for (const tool of toolset.tools) {
    for (const [code, schema] of [
      [impossibleInput, tool.input],
      [impossibleOutput, tool.output],
    ] as const) {
      const impossible = findImpossible(schema);
      if (impossible === undefined) continue;
      const { why, origin } = impossible;
      note(origin, `${code.code} ${why}`, tool, (tools) => diagnostic(code, { tools, why }, origin, detailsOf(tools, toolset)));
    }
    const clash = credentialConflict(tool, toolset);
    if (clash !== undefined) {
      const origin = placeOfSecurity(tool);
      note(origin, clash.join(), tool, (tools) =>
        diagnostic(clashingCredentials, { tools, schemes: clash }, origin, detailsOf(tools, toolset)),
      );
    }
  }
  return [...found.values()].map(({ tools, say }) => say(tools));
}

function detailsOf(tools: readonly string[], { name }: Toolset): { readonly toolset: string; readonly tool?: string } {
  const [tool] = tools;
  return tools.length === 1 && tool !== undefined ? { toolset: name, tool } : { toolset: name };
}

/** Two schemes that a call needs together and that put different things into one header; `undefined` where some alternative has none such. */
function credentialConflict({ binding }: Tool, { connection }: Toolset): readonly [string, string] | undefined {
  if (binding.transport !== "http" || binding.security.length === 0) return undefined;
  const clashes = binding.security.map((requirement) => {
    // The schemes of a document are JSON of its text.
    const names = Object.keys(requirement).filter((name) => Object.hasOwn(connection.securitySchemes, name));
    const used = names
      .map((name) => ({ name, form: authorizationForm(connection.securitySchemes[name] as Json) }))
      .filter(({ form }) => form !== undefined);
    const other = used.find(({ form }) => form !== used[0]?.form);
    return used[0] !== undefined && other !== undefined ? ([used[0].name, other.name] as const) : undefined;
  });
  return clashes.includes(undefined) ? undefined : clashes[0];
}

/** How a scheme fills the header `Authorization`; `undefined` where it does not. A token of one scheme may serve for another: they are one form. */
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

/** The operation's own `security`, else the document's. */
function placeOfSecurity({ origin }: Tool): Origin {
  const { tree, path } = origin;
  for (const place of [[...path, "security"], ["security"]]) if (valueAt(tree, place) !== undefined) return originOfValue(tree, place);
  return origin;
}
