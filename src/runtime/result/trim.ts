/** How an answer is shortened. `pick` applies to the answer itself, unless it is empty; `maxBytes` where the answer is written for a model, with `null` for the default. */
export interface Trim {
  readonly pick: readonly string[];
  readonly maxBytes: number | null;
}

/** The maximum bytes of an answer for a model, unless the tool has its own: about 8,000 tokens. */
export const defaultMaxBytes: number = 32 * 1024;

/** The members of an answer that `pick` names; for `{ result }`, the members of the result or of each of its items. */
export function pickMembers(answer: unknown, trim: Trim): unknown {
  if (trim.pick.length === 0 || typeof answer !== "object" || answer === null) return answer;
  const keys = Object.keys(answer);
  if (keys.length === 1 && keys[0] === "result" && !trim.pick.includes("result")) {
    const result: unknown = Reflect.get(answer, "result");
    return { result: Array.isArray(result) ? result.map((item) => picked(item, trim.pick)) : picked(result, trim.pick) };
  }
  return picked(answer, trim.pick);
}

function picked(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}
