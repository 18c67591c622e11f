import { isArray, isObject, type Json } from "../source/json/json.ts";
import { type Origin, originOfValue, type Path, startsWith, valueAt } from "../source/tree.ts";
import type { ConvertedSchema } from "./convert/converted.ts";

/**
 * The origin of the part of a converted schema at `path`. It is found from the last item of `moves` that contains the part, or without such
 * an item, from the origin of the schema. A part that the conversion added, such as the `null` of a nullable type, has the origin of the
 * part to which it was added.
 */
export function originOf({ origin, moves }: Pick<ConvertedSchema, "origin" | "moves">, path: Path): Origin {
  const move = moves.findLast(({ at }) => startsWith(path, at));
  const [from, rest] = move === undefined ? [origin, path] : [move.origin, path.slice(move.at.length)];
  let value = valueAt(from.tree, from.path);
  const written: (string | number)[] = [];
  for (const step of rest) {
    value = valueIn(value, step);
    if (value === undefined) break;
    written.push(step);
  }
  return originOfValue(from.tree, [...from.path, ...written]);
}

function valueIn(value: Json | undefined, step: string | number): Json | undefined {
  if (isArray(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, String(step)) ? value[String(step)] : undefined;
}
