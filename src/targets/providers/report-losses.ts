import { type Code, type Diagnostic, diagnostic, type Related } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { Loss } from "../../runtime/projection/projection-context.ts";
import type { ProfileName } from "../../runtime/projection/provider-limits.ts";
import { originOf } from "../../schema/origin-of.ts";
import { type Origin, type Path, pointerOf } from "../../source/tree.ts";
import { keywordNotEnforced, schemaNarrowed, schemaWidened } from "./codes.ts";

/** What the providers' forms are called. */
export const formNames: { readonly [Name in ProfileName]: string } = {
  openai: "OpenAI",
  "openai-strict": "OpenAI's strict mode",
  anthropic: "Anthropic",
  "anthropic-strict": "Anthropic's strict mode",
  gemini: "Gemini",
  "gemini-openapi": "Gemini's `parameters`",
};

const codes: {
  readonly [Effect in Exclude<Loss["effect"], "refused">]: Code<{ form: string; keywords: readonly string[]; reason: string }>;
} = {
  described: keywordNotEnforced,
  wider: schemaWidened,
  narrower: schemaNarrowed,
};

/** Reports unsupported keywords, each once, even if several tools share its schema. */
export function createLossReporter() {
  const said = new Set<string>();
  return {
    /** Reports the losses of one tool, grouped by kind and location. */
    add(
      tool: Tool,
      toolset: Toolset,
      { profile, losses }: { readonly profile: ProfileName; readonly losses: readonly Loss[] },
    ): Diagnostic[] {
      const groups = new Map<string, [Loss, ...Loss[]]>();
      for (const loss of losses) {
        const key = `${loss.effect} ${loss.reason} ${pointerOf(loss.at)}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [loss]);
        else group.push(loss);
      }
      return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (first.effect === "refused") return [];
        const keywords = [...new Set(group.map(({ keyword }) => keyword))];
        const place = placeIn(tool, toolset, [...first.at, first.keyword]);
        const key = `${profile} ${first.effect} ${keywords.join()} ${place.tree.source.path} ${pointerOf(place.path)}`;
        if (said.has(key)) return [];
        said.add(key);
        const params = { form: formNames[profile], keywords, reason: first.reason };
        // A shared schema belongs to no tool more than to another.
        const about = first.at[0] === "$defs" ? { toolset: toolset.name } : { toolset: toolset.name, tool: tool.name };
        return [diagnostic(codes[first.effect], params, place, about)];
      });
    },
  };
}

/** Notes for the locations in a schema that a provider rejects. */
export function refusalsOf(tool: Tool, toolset: Toolset, refusals: readonly Loss[]): Related[] {
  const notes = refusals.map(
    ({ at, keyword, reason }): Related => ({
      message: `\`${keyword}\`: ${reason}.`,
      place: placeIn(tool, toolset, [...at, keyword]),
    }),
  );
  const distinct = new Map(notes.map((note) => [`${note.message} ${"path" in note.place ? pointerOf(note.place.path) : ""}`, note]));
  return [...distinct.values()].slice(0, mostRefusals);
}

/** The most notes; the first few are enough. */
const mostRefusals = 3;

/** Where a part of a tool's self-contained input schema was written. */
function placeIn(tool: Tool, toolset: Toolset, path: Path): Origin {
  const [first, name, ...rest] = path;
  const shared = first === "$defs" ? toolset.schemas.get(String(name)) : undefined;
  return shared === undefined ? originOf(tool.input, path) : originOf(shared, rest);
}
