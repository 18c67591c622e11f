import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Overrides, ToolOverrides } from "../project/config.ts";
import { assignNames } from "../source/assign-names.ts";
import { sanitizeName } from "../source/sanitize-name.ts";
import type { Origin } from "../source/tree.ts";
import { changedName } from "./codes.ts";
import type { RequestedName } from "./draft.ts";

export interface NamingInput {
  /** The toolset's, which is unique. */
  readonly toolset: string;
  /** What stands before each name that the model sees. */
  readonly prefix: string;
  /** Of all operations, also of those that were left out, so that a name does not depend on the choice. */
  readonly wishes: readonly RequestedName[];
  readonly overrides: Overrides | undefined;
}

export interface ToolName {
  readonly name: string;
  readonly localName: string;
  /** The name that was asked for. */
  readonly asked: string;
  /** `spelt`: only characters that models refuse were replaced. `suffixed`: it was too long, or another is like it. */
  readonly change: "none" | "spelt" | "suffixed";
}

/** A name for every tool of every toolset: by toolset, then by the wish's key. */
export function nameTools(toolsets: readonly NamingInput[]): Map<string, Map<string, ToolName>> {
  const asked = toolsets.map((unnamed) => ({ ...unnamed, asked: requestedNamesOf(unnamed) }));
  const wishes = asked.flatMap(({ toolset, prefix, asked }) =>
    asked.map(({ key, name }) => ({ id: `${toolset} ${key}`, name: sanitizeName(prefix + name) })),
  );
  const names = assignNames(wishes);
  return new Map(
    asked.map(({ toolset, prefix, asked }) => {
      const localNames = assignNames(asked.map(({ key, name }) => ({ id: key, name: sanitizeName(name) })));
      const named = asked.map(({ key, name: wanted }): [string, ToolName] => {
        const name = minted(names, `${toolset} ${key}`);
        const change = name === prefix + wanted ? "none" : name === sanitizeName(prefix + wanted) ? "spelt" : "suffixed";
        return [key, { name, localName: minted(localNames, key), asked: wanted, change }];
      });
      return [toolset, new Map(named)];
    }),
  );
}

export interface NamedOrigin extends ToolName {
  readonly origin: Origin;
}

/** One note for all names of a toolset that cannot be guessed, at the first. That `issues/create` is `issues_create` is no news. */
export function changedNames(toolset: string, names: readonly NamedOrigin[]): Diagnostic[] {
  const changed = names.filter(({ change }) => change === "suffixed");
  const [first] = changed;
  if (first === undefined) return [];
  const examples = changed.slice(0, 3).map(({ asked, name }) => [asked, name] as const);
  return [diagnostic(changedName, { total: names.length, count: changed.length, examples }, first.origin, { toolset })];
}

/** `get_pets_id`, for an operation without an operationId. */
export function nameFromPath(method: string, path: string): string {
  const steps = path.split(/[^A-Za-z0-9]+/).filter((step) => step !== "");
  return [method.toLowerCase(), ...steps].join("_");
}

function requestedNamesOf({
  wishes,
  overrides,
}: Pick<NamingInput, "wishes" | "overrides">): { readonly key: string; readonly name: string }[] {
  return wishes.map(({ key, id, name }) => ({ key, name: overridesOf(overrides, id, key)?.name?.value ?? name }));
}

/** What the configuration says of a tool, by the source's own name for it or by `GET /path`. */
export function overridesOf(overrides: Overrides | undefined, id: string, key: string): ToolOverrides | undefined {
  return overrides?.tools.get(id) ?? overrides?.tools.get(key);
}

function minted(names: ReadonlyMap<string, string>, id: string): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`No name was minted for "${id}".`);
  return name;
}
