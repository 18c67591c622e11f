import { isObject, type Json, type JsonObject } from "../source/json/json.ts";
import type { Target, TargetOption } from "./target.ts";

/**
 * The JSON Schema of an entry of `targets` in `toolsetc.yaml`, from the schema of the common fields and the declared options of all
 * targets. Each target is an `if` with a `then`, so editors complete and validate only with the options of the entry's target. With
 * `oneOf`, editors would report an error for every other target.
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
    option.kind === "string" && option.isRequired === true ? [name] : [],
  );
  return {
    description,
    properties: Object.fromEntries([...common.map((name): [string, Json] => [name, true]), ...own]),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function schemaOf(option: TargetOption): JsonObject {
  const { needs, default: defaultValue } = option;
  const description = needs === undefined ? option.description : `${option.description} Only with \`${needs.option}: ${needs.value}\`.`;
  switch (option.kind) {
    case "choice":
      return { description, enum: option.values, default: defaultValue };
    case "array":
      return { description, type: "array", items: { enum: option.values }, default: defaultValue };
    case "string":
      return { description, type: "string", ...(option.form === undefined ? {} : { pattern: option.form.pattern }), default: defaultValue };
  }
}
