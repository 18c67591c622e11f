/** An exact decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The maximum number of decimal places. Numbers with more places are not supported. */
const maxScale = 30;

/** Converts a JavaScript number to a decimal; `undefined` if the number has too many digits. */
export function decimalOf(value: number): Decimal | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole === "" || Math.abs(scale) > maxScale) return undefined;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The digits of a decimal at the scale `newScale`, which must not be smaller than the scale of the decimal. */
export function digitsAt({ digits, scale }: Decimal, newScale: number): bigint {
  return digits * 10n ** BigInt(newScale - scale);
}

export function isMultiple(value: Decimal, divisor: Decimal): boolean {
  const scale = Math.max(value.scale, divisor.scale);
  return digitsAt(value, scale) % digitsAt(divisor, scale) === 0n;
}

export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  const product = (a / x) * b;
  return product < 0n ? -product : product;
}

/** Converts a decimal to a JavaScript number; `undefined` if no JavaScript number has exactly this value. */
export function numberOf(digits: bigint, scale: number): number | undefined {
  const text = digits
    .toString()
    .replace("-", "")
    .padStart(scale + 1, "0");
  const point = text.length - scale;
  const value = Number(`${digits < 0n ? "-" : ""}${text.slice(0, point)}.${text.slice(point)}`);
  const back = decimalOf(value);
  return back !== undefined && back.scale <= scale && digitsAt(back, scale) === digits ? value : undefined;
}
