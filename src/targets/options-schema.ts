import { isObject, type Json, type JsonObject } from "../source/json.ts";
import type { Target, TargetOption } from "./target.ts";

/**
 * The schema of an entry of `targets` in `toolsetc.yaml`, made from that of its common fields and from what the targets declare.
 * Editors complete and refuse by the branch whose `if` holds: a `oneOf` would tell of every target that the entry is not.
 */
export function schemaOfTargets(common: JsonObject, targets: readonly Target[]): JsonObject {
  const properties = isObject(common.properties) ? common.properties : {};
  const name = isObject(properties.target) ? properties.target : {};
  return {
    ...common,
    properties: { ...properties, target: { ...name, enum: targets.map((target) => target.name), description: namesOf(targets) } },
    allOf: targets.map((target) => ({
      if: { properties: { target: { const: target.name } }, required: ["target"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: branchOf(target, Object.keys(properties)),
    })),
  };
}

function namesOf(targets: readonly Target[]): string {
  return ["The name of the target.", ...targets.map(({ name, description }) => `\`${name}\`: ${description}`)].join("\n\n");
}

function branchOf({ description, options }: Target, common: readonly string[]): JsonObject {
  const own = Object.entries(options).map(([name, option]): [string, Json] => [name, schemaOf(option)]);
  const required = Object.entries(options).flatMap(([name, option]) =>
    option.kind === "text" && option.isRequired === true ? [name] : [],
  );
  return {
    description,
    properties: Object.fromEntries([...common.map((name): [string, Json] => [name, true]), ...own]),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function schemaOf(option: TargetOption): JsonObject {
  const { needs, standard } = option;
  const description = needs === undefined ? option.description : `${option.description} Only with \`${needs.option}: ${needs.value}\`.`;
  switch (option.kind) {
    case "choice":
      return { description, enum: option.values, default: standard };
    case "list":
      return { description, type: "array", items: { enum: option.values }, default: standard };
    case "text":
      return { description, type: "string", ...(option.form === undefined ? {} : { pattern: option.form.pattern }), default: standard };
  }
}
