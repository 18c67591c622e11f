/** Whether everything is tried, as `npm run test:long` does before a release. By default, what takes long is a sample. */
export const isLong = process.env["LONG"] === "1";

/** How many random values are tried, and how many of them count: all, or by default a fifth. The seed is fixed, so they are always the same. */
export function sampled(all: number): number {
  return isLong ? all : Math.ceil(all / 5);
}

/** The size of what must take linear or bounded time: all, or by default a quarter. A test whose time is limited lowers the limit with it. */
export function sized(all: number): number {
  return isLong ? all : Math.ceil(all / 4);
}

/** What is tried of two lists: each pair, or by default so many pairs that each entry of both lists is in one. */
export function pairsOf<First, Second>(first: readonly First[], second: readonly Second[]): [First, Second][] {
  const all = first.flatMap((one, row) => second.map((other, column): [number, number, [First, Second]] => [row, column, [one, other]]));
  const [rows, columns] = [first.length, second.length];
  const isTried = (row: number, column: number) => (rows < columns ? column % rows === row : row % columns === column);
  return all.filter(([row, column]) => isLong || isTried(row, column)).map(([, , pair]) => pair);
}

/** The compilers that generated code is tried with: TypeScript 7 takes a tenth of the time of 5.9, which is tried before a release too. */
export const compilers: readonly string[] = isLong ? ["typescript", "typescript7"] : ["typescript7"];
