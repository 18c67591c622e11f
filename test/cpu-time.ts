/** The processor time of `work` in ms: of three runs the least, so that a busy machine does not change it much. */
export function cpuTime(work: () => unknown): number {
  return Math.min(...Array.from({ length: 3 }, () => once(work)));
}

function once(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
