import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import type { Overrides } from "../project/config.ts";
import { assignNames } from "../source/assign-names.ts";
import { sanitizeName } from "../source/sanitize-name.ts";
import type { Origin } from "../source/tree.ts";
import { changedName } from "./codes.ts";
import type { RequestedName } from "./draft.ts";

export interface NamingInput {
  /** The unique name of the toolset. */
  readonly toolset: string;
  /** The prefix of each name. */
  readonly prefix: string;
  /** Of all operations, including excluded ones, so that names do not depend on the selection. */
  readonly requestedNames: readonly RequestedName[];
  readonly overrides: Overrides | undefined;
}

export interface ToolName {
  readonly name: string;
  readonly localName: string;
  /** The requested name, before conversion. */
  readonly requested: string;
  /** `spelt`: characters that models reject were replaced. `suffixed`: the name was too long or in conflict with another. */
  readonly change: "none" | "spelt" | "suffixed";
}

/** Assigns a name to every tool of every toolset, by the name of the toolset and the key of the tool. */
export function nameTools(toolsets: readonly NamingInput[]): Map<string, Map<string, ToolName>> {
  const inputs = toolsets.map((input) => ({ ...input, tools: requestedNamesOf(input) }));
  const names = assignNames(
    inputs.flatMap(({ toolset, prefix, tools }) =>
      tools.map(({ key, name }) => ({ id: `${toolset} ${key}`, name: sanitizeName(prefix + name) })),
    ),
  );
  return new Map(
    inputs.map(({ toolset, prefix, tools }) => {
      const localNames = assignNames(tools.map(({ key, name }) => ({ id: key, name: sanitizeName(name) })));
      const named = tools.map(({ key, name: requested }): [string, ToolName] => {
        const name = assigned(names, `${toolset} ${key}`);
        const change = name === prefix + requested ? "none" : name === sanitizeName(prefix + requested) ? "spelt" : "suffixed";
        return [key, { name, localName: assigned(localNames, key), requested, change }];
      });
      return [toolset, new Map(named)];
    }),
  );
}

export interface NamedOrigin extends ToolName {
  readonly origin: Origin;
}

/** Reports the suffixed names of a toolset in one note, at the first. Replaced characters are not reported. */
export function changedNames(toolset: string, names: readonly NamedOrigin[]): Diagnostic[] {
  const changed = names.filter(({ change }) => change === "suffixed");
  const [first] = changed;
  if (first === undefined) return [];
  const examples = changed.slice(0, 3).map(({ requested, name }) => [requested, name] as const);
  return [diagnostic(changedName, { total: names.length, count: changed.length, examples }, first.origin, { toolset })];
}

/** The name of an operation without an operationId: `get_pets_id`. */
export function nameFromPath(method: string, path: string): string {
  const steps = path.split(/[^A-Za-z0-9]+/).filter((step) => step !== "");
  return [method.toLowerCase(), ...steps].join("_");
}

function requestedNamesOf({
  requestedNames,
  overrides,
}: Pick<NamingInput, "requestedNames" | "overrides">): { readonly key: string; readonly name: string }[] {
  return requestedNames.map(({ key, id, name }) => ({
    key,
    name: (overrides?.tools.get(id) ?? overrides?.tools.get(key))?.name?.value ?? name,
  }));
}

function assigned(names: ReadonlyMap<string, string>, id: string): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`No name was assigned for "${id}".`);
  return name;
}
