import type { Tool } from "./tool.ts";

/** The tools of a list by their names. */
export type ToolsByName<Tools extends readonly Tool[]> = { readonly [Each in Tools[number] as Each["name"]]: Each };

/**
 * A constraint on a list of tools: `unknown` if all names differ.
 * For a list in which two different tools have one name, the type error contains the name.
 */
export type DistinctNames<Tools extends readonly Tool[]> = [SharedNames<Tools>] extends [never]
  ? unknown
  : { readonly "two tools have the same name": SharedNames<Tools> };

// In a list without literal names, the names are of type `string`.
type SharedNames<Tools extends readonly Tool[]> = string extends Tools[number]["name"] ? never : NamesOfUnions<ToolsByName<Tools>>;

// Two tools of one name share a member of the map, and the type of that member is a union. The type is short, since `tsc` evaluates it for each tool.
type NamesOfUnions<ByName> = { [Name in keyof ByName]: NameOfUnion<ByName[Name], ByName[Name], Name> }[keyof ByName];

type NameOfUnion<Type, Whole, Name> = Type extends unknown ? ([Whole] extends [Type] ? never : Name) : never;

/** A constraint on an object with members named after tools: any other member is a type error. */
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
