/**
 * A computation over schemas. It yields the computation for the target of a reference, and gets its result, since a chain of references may
 * be longer than the call stack. Calls for the subschemas of one schema need not be yielded: the nesting of a text is limited.
 */
export type Steps<Target, Result = Target> = Generator<Steps<Target>, Result, Target>;

/** Runs a computation and, on a stack of its own, all computations that it yields. */
export function runSteps<Target>(first: Steps<Target>): Target {
  const callers: Steps<Target>[] = [];
  let current = first;
  for (let step = current.next(); ; ) {
    if (!step.done) {
      callers.push(current);
      current = step.value;
      step = current.next();
      continue;
    }
    const caller = callers.pop();
    if (caller === undefined) return step.value;
    current = caller;
    step = current.next(step.value);
  }
}
