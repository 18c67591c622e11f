/**
 * The processor time of `work` in ms: of three runs the least, so that a busy machine does not change it much. A run that takes less than
 * `enough` is the last.
 */
export function cpuTime(work: () => unknown, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least >= enough; run++) least = Math.min(least, once(work));
  return least;
}

function once(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
