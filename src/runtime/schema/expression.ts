const expressions = new Map<string, RegExp | undefined>();

/** The maximum number of expressions that are kept. */
const maxExpressions = 1_000;

/** The expression of a pattern; `undefined` if it is invalid. The compiler reports invalid patterns. Here they are ignored. */
export function expressionOf(pattern: string): RegExp | undefined {
  if (!expressions.has(pattern)) {
    if (expressions.size >= maxExpressions) expressions.clear();
    expressions.set(pattern, tryExpression(pattern));
  }
  return expressions.get(pattern);
}

function tryExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}
