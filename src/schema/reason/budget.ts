/**
 * The steps that reasoning about schemas may still take. Steps are counted, not timed, so the same schemas give the same results on every
 * machine. Each step takes about a microsecond.
 */
export interface Budget {
  /** Takes steps. The result is false if they are not left; then the reasoning must end without a result. */
  readonly spend: (steps?: number) => boolean;
  /** Records that another limit, such as that of nested values, ended a part of the reasoning without a result. */
  readonly giveUp: () => void;
  /** How many steps are left. */
  readonly left: () => number;
  /** Whether a part of the reasoning ended without a result. */
  readonly isUsedUp: () => boolean;
}

/**
 * The steps for one toolset: for the comparison of its two versions, or for all questions about its schemas. Each toolset has a budget of its
 * own, so that no toolset can use up the steps of another. Toolsets of one document share its converted schemas, and so a budget.
 */
export const stepsOfToolset = 4_000_000;

/** The part of these steps that one question about the alternatives of a schema may take, so that one hard question leaves steps for others. */
export const stepsOfQuestion = 100_000;

export function createBudget(steps: number = stepsOfToolset): Budget {
  let left = steps;
  let isUsedUp = false;
  const giveUp = () => {
    isUsedUp = true;
  };
  return {
    spend: (taken = 1) => {
      const isLeft = taken <= left;
      if (!isLeft) giveUp();
      left = Math.max(0, left - taken);
      return isLeft;
    },
    giveUp,
    left: () => left,
    isUsedUp: () => isUsedUp,
  };
}

/** A part of the budget for a single search, so that one hard search does not take the steps of all others. */
export function partOf(whole: Budget, steps: number): Budget {
  const part = createBudget(steps);
  return {
    ...part,
    spend: (taken) => {
      const isLeft = part.spend(taken) && whole.spend(taken);
      if (!isLeft) part.giveUp();
      return isLeft;
    },
  };
}
