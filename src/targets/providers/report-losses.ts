import { type Code, type Diagnostic, diagnostic, type Related } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { Loss } from "../../runtime/projection/convert/projection-context.ts";
import type { ProfileName } from "../../runtime/projection/limits/provider-limits.ts";
import type { Offered } from "../../runtime/projection/project-tools.ts";
import { originOf } from "../../schema/origin-of.ts";
import { type Origin, type Path, pointerOf } from "../../source/tree.ts";
import { keywordNotEnforced, type LossParams, schemaNarrowed, schemaWidened } from "./codes.ts";
import { examplesOf } from "./examples-of.ts";

/** The providers' forms of schemas, by the names that messages use. */
export const formNames: { readonly [Name in ProfileName]: string } = {
  openai: "OpenAI",
  "openai-strict": "OpenAI's strict mode",
  anthropic: "Anthropic",
  "anthropic-strict": "Anthropic's strict mode",
  gemini: "Gemini",
  "gemini-openapi": "Gemini's `parameters`",
};

const codes: { readonly [Effect in Exclude<Loss["effect"], "refused">]: Code<LossParams> } = {
  described: keywordNotEnforced,
  wider: schemaWidened,
  narrower: schemaNarrowed,
};

/** The losses in one form of schemas that have the same effect and reason. Each location occurs once. */
interface Group {
  readonly form: string;
  readonly code: Code<LossParams>;
  readonly reason: string;
  readonly keywords: Set<string>;
  readonly places: Map<string, { readonly keyword: string; readonly place: Origin; readonly tool: string | undefined }>;
}

/**
 * Reports the losses of a toolset: one note for each form of schemas, effect and reason. An API may have thousands of losses with the same
 * reason.
 */
export function reportLosses(offered: readonly Offered<Tool>[], toolset: Toolset): Diagnostic[] {
  const groups = new Map<string, Group>();
  for (const { tool, projected } of offered) {
    const { profile, losses } = projected.projection;
    for (const { at, keyword, effect, reason } of losses) {
      if (effect === "refused") continue;
      const key = `${profile} ${effect} ${reason}`;
      const group = groups.get(key) ?? { form: formNames[profile], code: codes[effect], reason, keywords: new Set(), places: new Map() };
      groups.set(key, group);
      const place = placeIn(tool, toolset, [...at, keyword]);
      const text = `${place.tree.source.path} ${pointerOf(place.path)}`;
      group.keywords.add(keyword);
      // Several tools may use a shared schema, so a loss in a shared schema is reported without the name of a tool.
      if (!group.places.has(text)) group.places.set(text, { keyword, place, tool: at[0] === "$defs" ? undefined : tool.name });
    }
  }
  return [...groups.values()].flatMap(({ form, code, reason, keywords, places }) => {
    const [first, ...others] = places.values();
    if (first === undefined) return [];
    const about = { toolset: toolset.name, tool: places.size === 1 ? first.tool : undefined };
    const examples = others.map(({ keyword, place }): Related => ({ message: `The same applies to \`${keyword}\` here.`, place }));
    return [
      diagnostic(code, { form, keywords: [...keywords], count: places.size, reason }, first.place, { ...about, ...examplesOf(examples) }),
    ];
  });
}

/** The locations in a tool's input schema that are the reasons why the provider rejects the tool. */
export function refusalsOf(tool: Tool, toolset: Toolset, refusals: readonly Loss[]): readonly Related[] {
  // A rejected tool name is not a part of the schema, so it has no location in the schema.
  const notes = refusals
    .filter(({ keyword }) => keyword !== "name")
    .map(
      ({ at, keyword, reason }): Related => ({
        // The message does not name the keyword, which may be absent here: an object without `additionalProperties` may have any members.
        message: `Here, ${reason}.`,
        place: placeIn(tool, toolset, [...at, keyword]),
      }),
    );
  const distinct = new Map(notes.map((note) => [`${note.message} ${"path" in note.place ? pointerOf(note.place.path) : ""}`, note]));
  return examplesOf([...distinct.values()]).related;
}

/** The origin of a part of a tool's self-contained input schema. */
function placeIn(tool: Tool, toolset: Toolset, path: Path): Origin {
  const [first, name, ...rest] = path;
  const shared = first === "$defs" ? toolset.schemas.get(String(name)) : undefined;
  return shared === undefined ? originOf(tool.input, path) : originOf(shared, rest);
}
