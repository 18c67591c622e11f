/** How an answer is shortened; with an empty `pick` and a `maxBytes` of `null` it is not. `maxBytes` applies where the answer is written for a model. */
export interface Trim {
  readonly pick: readonly string[];
  readonly maxBytes: number | null;
}

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
