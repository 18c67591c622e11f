/**
 * The steps that reasoning about schemas may still take. Steps are counted, not timed, so the same schemas give the same results on every
 * machine. Each step takes about a microsecond.
 */
export interface Budget {
  /** Takes steps. The result is false if they are not left; then the reasoning must end without a result. */
  readonly spend: (steps?: number) => boolean;
  readonly isUsedUp: () => boolean;
}

/**
 * The steps for one toolset: for the comparison of its two versions, or for all checks of its schemas. Each toolset has a budget of its own,
 * so that no toolset can use up the steps of another.
 */
export const stepsOfToolset = 4_000_000;

export function createBudget(steps: number = stepsOfToolset): Budget {
  let left = steps;
  return {
    spend: (taken = 1) => {
      left = Math.max(0, left - taken);
      return left > 0;
    },
    isUsedUp: () => left === 0,
  };
}

/** A limit for a single search: at most `steps` of the budget. */
export function partOf(whole: Budget, steps: number): Budget {
  const part = createBudget(steps);
  return {
    spend: (taken) => {
      const isLeft = whole.spend(taken);
      return part.spend(taken) && isLeft;
    },
    isUsedUp: () => whole.isUsedUp() || part.isUsedUp(),
  };
}
