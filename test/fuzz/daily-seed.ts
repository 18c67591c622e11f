/**
 * The seed of a run of the fuzzer: `FUZZ_SEED`, else the day in UTC, such as 20261123. Each day of CI tries other mutations, and all runs
 * of a day try the same.
 */
export function seedOf(given: string | undefined, now: Date): number {
  return Number(given ?? now.toISOString().slice(0, 10).replaceAll("-", ""));
}

/** The command that runs one case again. `npm run test:fuzz` reads the corpus, from which the same seed makes other projects. */
export function reproductionOf(
  { seed, number }: { readonly seed: number; readonly number: number },
  { hasCorpus }: { readonly hasCorpus: boolean },
): string {
  return `FUZZ_SEED=${seed} FUZZ_CASE=${number} ${hasCorpus ? "npm run test:fuzz" : "npx vitest run test/fuzz/fuzz.test.ts"}`;
}
