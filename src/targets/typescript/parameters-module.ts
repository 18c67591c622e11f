import type { Toolset } from "../../ir/ir.ts";
import type { HttpBinding, ParameterBinding } from "../../runtime/binding.ts";
import { mintNames } from "../../source/mint-names.ts";
import { code, identifier, renderModule } from "../code/code.ts";
import { spellIdentifier } from "../code/identifiers.ts";
import { plainData } from "../plain-data.ts";
import { bannerFor, type Importing } from "./importing.ts";

/** The parameters that several tools send alike, by what they are, with the name of each. Documents repeat a few hundred thousands of times. */
export type SharedParameters = ReadonlyMap<string, string>;

export function sharedParameters({ tools }: Toolset): SharedParameters {
  const uses = new Map<string, { parameter: ParameterBinding; count: number }>();
  for (const parameter of tools.flatMap(({ binding }) => (binding.transport === "http" ? binding.parameters : []))) {
    const key = keyOf(parameter);
    const found = uses.get(key);
    uses.set(key, { parameter, count: (found?.count ?? 0) + 1 });
  }
  const shared = [...uses].filter(([, { count }]) => count > 1);
  return mintNames(shared.map(([id, { parameter }]) => ({ id, name: spellIdentifier(`${parameter.name} in ${parameter.in}`) })));
}

/** What makes two parameters one. */
function keyOf(parameter: ParameterBinding): string {
  return JSON.stringify(parameter);
}

/** How each of a tool's parameters is written: by its name, or as it is. */
export function writtenParameters({ parameters }: HttpBinding, shared: SharedParameters) {
  return parameters.map((parameter) => ({ parameter, name: shared.get(keyOf(parameter)) }));
}

/** The module of the parameters that several tools send. */
export function parametersModule({ tools, origin }: Toolset, shared: SharedParameters, { runtime }: Importing): string {
  const parameters = new Map(
    tools
      .flatMap(({ binding }) => (binding.transport === "http" ? writtenParameters(binding, shared) : []))
      .map(({ parameter, name }) => [name, parameter]),
  );
  const ParameterBinding = runtime("ParameterBinding", "type");
  const statements = [...shared.values()].map((name) => {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw new Error(`${name} is no parameter.`);
    return code`export const ${identifier(name)}: ${ParameterBinding} = ${plainData(parameter)};`;
  });
  return renderModule({ banner: bannerFor(origin.tree.source.path), namespaces: [], statements });
}
