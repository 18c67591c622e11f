/**
 * The candidate that is most similar to `name`, for "Did you mean …?". If several are equally similar, it is the first; if none is similar,
 * it is `undefined`.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase().slice(0, maxLength);
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const found = candidate.toLowerCase().slice(0, maxLength);
    if (Math.abs(found.length - wanted.length) >= limit) continue;
    const distance = distanceBelow(wanted, found, limit);
    if (distance >= limit) continue;
    limit = distance;
    best = candidate;
    if (limit === 0) break;
  }
  return best;
}

/** The maximum number of characters that are compared. Longer names are compared by their first characters. */
const maxLength = 128;

/**
 * The restricted Damerau-Levenshtein distance: the number of letters to insert, delete, change or swap with the next letter. The result is
 * `limit` or more if the distance is `limit` or more.
 */
function distanceBelow(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_empty, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
