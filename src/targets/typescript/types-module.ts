import type { Toolset } from "../../ir/ir.ts";
import { assignNames } from "../../source/text/assign-names.ts";
import { type CodeFragment, code, identifier, onlyDeclarations, onlyRuntime, onlyTypescript } from "../code/code.ts";
import type { Module } from "../code/render-module.ts";
import { withoutCircularAliases } from "../types/declarations.ts";
import { declaration } from "../types/declare-type.ts";
import { type EnumValue, enumValues } from "../types/enum-values.ts";
import { printingOf } from "../types/print-type.ts";
import { type TypeContext, typeOfSchema } from "../types/type-of-schema.ts";
import type { ModuleContext } from "./module-context.ts";

/**
 * The module with the types of a toolset's shared schemas. For each enum, such as `OrderStatus`, it also exports an array of the values:
 * `OrderStatusValues`.
 */
export function typesModule({ schemas, origin }: Toolset, context: TypeContext, { banner }: ModuleContext): Module {
  const types = withoutCircularAliases(new Map([...schemas].map(([name, { documented }]) => [name, typeOfSchema(documented, context)])));
  const enums = [...types].filter(([, type]) => enumValues(type).length > 0);
  const arrays = assignNames(
    enums.map(([name]) => ({ id: name, name: `${name}Values` })),
    [...types.keys()],
  );
  const printing = printingOf(schemas);
  const statements = [...types].flatMap(([name, type]) => {
    const declared = declaration(name, type, { schema: schemas.get(name)?.documented ?? true, printing });
    const array = arrays.get(name);
    return array === undefined ? [declared] : [declared, arrayOf(array, enumValues(type))];
  });
  return { banner: banner(origin.tree.source.path), namespaces: [], statements };
}

function arrayOf(name: string, values: readonly EnumValue[]): CodeFragment {
  const start = code`export ${onlyDeclarations`declare `}const ${identifier(name)}`;
  return code`${start}${onlyDeclarations`: readonly ${values}`}${onlyRuntime` = ${values}`}${onlyTypescript` as const`};`;
}
