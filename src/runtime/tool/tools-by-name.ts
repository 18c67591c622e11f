import type { Tool } from "./tool.ts";

/** A map of the tools in `Tools` by their names. */
export type ToolsByName<Tools extends readonly Tool[]> = { readonly [Each in Tools[number] as Each["name"]]: Each };

/**
 * A constraint on an array of tools. It is `unknown` if all names differ. If two different tools have the same name, the type error
 * contains that name.
 */
export type DistinctNames<Tools extends readonly Tool[]> = [SharedNames<Tools>] extends [never]
  ? unknown
  : { readonly "two tools have the same name": SharedNames<Tools> };

// If the names of the tools are not literal types, they are of type `string`, and nothing is checked.
type SharedNames<Tools extends readonly Tool[]> = string extends Tools[number]["name"] ? never : NamesOfUnions<ToolsByName<Tools>>;

// If two tools have the same name, they share a member of the map, and the type of that member is a union. The type below is short, since
// `tsc` evaluates it for each tool.
type NamesOfUnions<ByName> = { [Name in keyof ByName]: NameOfUnion<ByName[Name], ByName[Name], Name> }[keyof ByName];

type NameOfUnion<Type, Whole, Name> = Type extends unknown ? ([Whole] extends [Type] ? never : Name) : never;

/** A constraint on an object whose members are named after tools: a member with any other name is a type error. */
export type NoOthers<Named, Tools extends readonly Tool[]> = { readonly [Name in Exclude<keyof Named, Tools[number]["name"]>]: never };

/** The tools by name. Throws if two tools have the same name, since a model could call only one of them. */
export function toolsByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    const other = byName.get(tool.name);
    if (other !== undefined) {
      throw new Error(
        `Two tools have the name "${tool.name}": "${other.id}" of toolset "${other.toolset.name}" and "${tool.id}" of toolset "${tool.toolset.name}". Omit one of the tools, or rename it in toolsetc.yaml.`,
      );
    }
    byName.set(tool.name, tool);
  }
  return byName;
}
