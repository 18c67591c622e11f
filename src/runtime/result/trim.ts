import type { Context } from "../context.ts";

/**
 * How results are shortened. `pick` lists the members to keep; if `pick` is empty, all members are kept. `maxBytes` limits the text of a
 * result for a model; `null` means the default limit.
 */
export interface Trim {
  readonly pick: readonly string[];
  readonly maxBytes: number | null;
}

/** The maximum bytes of a result for a model, unless the tool has its own limit: about 8,000 tokens. */
export const defaultMaxBytes: number = 32_768;

/**
 * Keeps only the members of a result that `pick` lists. If the result is `{ result }`, the members are those of `result` or of each of its
 * items.
 */
export function pickMembers(output: unknown, trim: Trim): unknown {
  if (trim.pick.length === 0 || typeof output !== "object" || output === null) return output;
  const keys = Object.keys(output);
  if (keys.length === 1 && keys[0] === "result" && !trim.pick.includes("result")) {
    const result: unknown = Reflect.get(output, "result");
    return { result: Array.isArray(result) ? result.map((item) => picked(item, trim.pick)) : picked(result, trim.pick) };
  }
  return picked(output, trim.pick);
}

function picked(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  // A service may return a file in place of the JSON whose members are picked.
  if (Object.keys(value).join() === "mediaType,base64" && !names.some((name) => name in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

/** The context in which preliminary results are shortened like the final result. */
export function withPickedPreliminary(context: Context, trim: Trim): Context {
  const { onPreliminary } = context;
  if (onPreliminary === undefined) return context;
  return { ...context, onPreliminary: (preliminary) => onPreliminary({ ...preliminary, value: pickMembers(preliminary.value, trim) }) };
}
