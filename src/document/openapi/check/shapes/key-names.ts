/** Why a name is not a token of HTTP (RFC 9110 §5.6.2); `undefined` if the name is a token. */
export function notAToken(name: string): string | undefined {
  return /^[0-9A-Za-z!#$%&'*+.^_`|~-]+$/.test(name) ? undefined : "RFC 9110 allows no spaces, colons or other delimiters";
}

export function notAMethod(name: string, methods: readonly string[]): string | undefined {
  return methods.includes(name.toLowerCase()) && name === name.toUpperCase() ? "this method has its own field" : notAToken(name);
}

export function notAComponentName(name: string): string | undefined {
  return /^[A-Za-z0-9._-]+$/.test(name) ? undefined : "the name of a component may have only letters, digits, `.`, `-` and `_`";
}
