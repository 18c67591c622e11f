import type { Toolset } from "../ir/ir.ts";
import { closure } from "../schema/closure.ts";
import type { JsonObject } from "../source/json/json.ts";
import { estimateTokens } from "../source/text/estimate-tokens.ts";

/**
 * Functions that measure a schema together with all shared schemas that it refers to, directly or indirectly. Each shared schema is
 * measured once.
 */
export function createSizes({ schemas }: Toolset) {
  const texts = new Map<string, { readonly characters: number; tokens: number | undefined }>();
  const textOf = (name: string) => JSON.stringify(schemas.get(name)?.json ?? {});
  const measured = (name: string) => {
    const found = texts.get(name) ?? { characters: textOf(name).length, tokens: undefined };
    texts.set(name, found);
    return found;
  };
  return {
    characters: (schema: JsonObject): number =>
      [...closure(schemas, [schema])].reduce((sum, name) => sum + measured(name).characters, JSON.stringify(schema).length),
    tokens: (schema: JsonObject): number =>
      [...closure(schemas, [schema])].reduce(
        (sum, name) => {
          const shared = measured(name);
          shared.tokens ??= estimateTokens(textOf(name));
          return sum + shared.tokens;
        },
        estimateTokens(JSON.stringify(schema)),
      ),
  };
}
