import { entries, field, fieldAt, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { isObject, type JsonObject } from "../../source/json/json.ts";
import { originOfKey } from "../../source/tree.ts";
import type { ConfigValue, Overrides, ParameterOverrides, ToolOverrides } from "./config.ts";
import { objectEntry, severitiesOf, stringEntries, stringEntry, useIn } from "./read-values.ts";

/** Reads the entry of a toolset under `overrides`. */
export function overridesOf(node: Node): Overrides {
  return {
    origin: originOfKey(node.tree, node.path),
    breaking: useIn(field(node, "breaking")),
    include: stringEntries(field(node, "include")),
    exclude: stringEntries(field(node, "exclude")),
    approval: {
      required: stringEntries(fieldAt(node, ["approval", "required"])),
      never: stringEntries(fieldAt(node, ["approval", "never"])),
    },
    auth: new Map(
      entries(field(node, "auth")).flatMap(([scheme, secrets]): [string, ConfigValue<JsonObject>][] =>
        isObject(secrets.value) ? [[scheme, { value: secrets.value, origin: originOfKey(secrets.tree, secrets.path) }]] : [],
      ),
    ),
    body: stringValue(field(node, "body")) === "grouped" ? "grouped" : "merged",
    lazy: stringEntries(field(node, "lazy")),
    tools: new Map(entries(field(node, "tools")).map(([name, tool]) => [name, toolOverrides(tool)])),
    severities: severitiesOf(field(node, "rules")),
  };
}

function toolOverrides(node: Node): ToolOverrides {
  const lazy = field(node, "lazy");
  const maxBytes = fieldAt(node, ["output", "maxBytes"]);
  return {
    origin: originOfKey(node.tree, node.path),
    name: stringEntry(field(node, "name")),
    title: stringEntry(field(node, "title")),
    description: stringEntry(field(node, "description")),
    annotations: objectEntry(field(node, "annotations")),
    metadata: objectEntry(field(node, "metadata")),
    lazy: typeof lazy?.value === "boolean" ? { value: lazy.value, origin: valueOrigin(lazy) } : undefined,
    parameters: new Map(entries(field(node, "parameters")).map(([name, parameter]) => [name, parameterOverrides(parameter)])),
    pick: stringEntries(fieldAt(node, ["output", "pick"])),
    maxBytes: typeof maxBytes?.value === "number" ? { value: maxBytes.value, origin: valueOrigin(maxBytes) } : undefined,
    pages: objectOrFalse(field(node, "pages")),
    collect: objectOrFalse(field(node, "collect")),
    wait: objectOrFalse(field(node, "wait")),
  };
}

function objectOrFalse(node: Node | undefined): ConfigValue<JsonObject | false> | undefined {
  return node?.value === false ? { value: false, origin: valueOrigin(node) } : objectEntry(node);
}

function parameterOverrides(node: Node): ParameterOverrides {
  const hide = field(node, "hide");
  // The fixed value of a parameter may be null. `field` is not used here, because it treats null as an absent member.
  const pinned = entries(node).find(([name]) => name === "value")?.[1];
  return {
    origin: originOfKey(node.tree, node.path),
    value: pinned && { value: pinned.value, origin: valueOrigin(pinned) },
    description: stringEntry(field(node, "description")),
    hide: typeof hide?.value === "boolean" ? { value: hide.value, origin: valueOrigin(hide) } : undefined,
  };
}
