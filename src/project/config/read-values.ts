import { entries, field, items, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import type { Severity } from "../../diagnostic/diagnostic.ts";
import { isSeverity } from "../../diagnostic/severities.ts";
import { isUse, type Use } from "../../diagnostic/use.ts";
import { isObject, type JsonObject } from "../../source/json/json.ts";
import type { ConfigValue, Severities } from "./config.ts";

// The values that several keys of toolsetc.yaml have, each with its place. What has another type was reported before, and is left out.

export function stringEntry(node: Node | undefined): ConfigValue<string> | undefined {
  const value = stringValue(node);
  return node === undefined || value === undefined ? undefined : { value, origin: valueOrigin(node) };
}

export function objectEntry(node: Node | undefined): ConfigValue<JsonObject> | undefined {
  return node !== undefined && isObject(node.value) ? { value: node.value, origin: valueOrigin(node) } : undefined;
}

export function stringEntries(node: Node | undefined): ConfigValue<string>[] {
  return items(node).flatMap((item) => stringEntry(item) ?? []);
}

export function stringMap(node: Node | undefined): Map<string, ConfigValue<string>> {
  return new Map(
    entries(node).flatMap(([name, item]): [string, ConfigValue<string>][] => {
      const entry = stringEntry(item);
      return entry === undefined ? [] : [[name, entry]];
    }),
  );
}

export function severitiesOf(node: Node | undefined): Severities {
  return new Map(
    entries(node).flatMap(([code, node]): [string, ConfigValue<Severity | "off">][] => {
      const value = isObject(node.value) ? field(node, "severity")?.value : node.value;
      return isSeverity(value) ? [[code, { value, origin: valueOrigin(node) }]] : [];
    }),
  );
}

export function useIn(node: Node | undefined): Use | undefined {
  return isUse(node?.value) ? node.value : undefined;
}
