/** Words that occur in examples, in templates and in references to values stored elsewhere, but not in credentials. */
const words =
  /example|sample|dummy|fake|your|my[-_]|change|replace|redacted|placeholder|insert|todo|secret|password|token|api.?key|foobar|foo.?bar|lorem|test|demo|xxx|\.\.\.|…|\*\*|1234567|abcdef|0000|aaaa/i;
/**
 * Matches references to credentials: `$env_var`, `${TOKEN}`, `{{token}}`, `<token>`, `%TOKEN%`, `$context.variables.token`,
 * `projects/p/secrets/s/versions/1`.
 */
const references = /\$[A-Za-z_{(]|\{[^{}]*\}|<[^<>]*>|^%\w+%$|^projects\/|^(?:env|vault|gcp|aws|op|secret|file):/;

/** Whether a string is a placeholder for a credential, or an example of one. */
export function isCredentialPlaceholder(text: string): boolean {
  return words.test(text) || references.test(text) || new Set(text.toLowerCase()).size < 5;
}
