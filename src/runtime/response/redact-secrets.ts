import { base64Of } from "./base64.ts";

/** Shorter secrets are not redacted: they protect nothing, and occur in responses by chance. */
const minSecretLength = 4;

/**
 * Replaces secrets in text from a service, since some services quote rejected credentials. Secrets are also found in their encodings for
 * URLs, JSON and Base64.
 */
export function redactSecrets(text: string, secrets: Iterable<string>): string {
  return createRedactor(secrets)(text);
}

/** Creates a function that redacts the same secrets in many texts. */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set([...secrets].filter((secret) => secret.length >= minSecretLength).flatMap(encodingsOf));
  // The longest form is replaced first, since a shorter form may be a part of it.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((redacted, form) => redacted.replaceAll(form, "***"), text);
}

function encodingsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const percent = encodeURIComponent(new TextDecoder().decode(bytes));
  const strict = percent.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const json = JSON.stringify(secret).slice(1, -1);
  const addresses = [percent, strict, percent.replaceAll("%20", "+"), strict.replaceAll("%20", "+")];
  return [secret, ...addresses, json, json.replaceAll("/", "\\/"), ...base64Forms(bytes)];
}

/**
 * The texts that represent the secret in the Base64 of longer data, at each of the three possible offsets. They omit the first and last
 * characters, which depend on neighboring bytes.
 */
function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const data = new Uint8Array(before + bytes.length);
    data.set(bytes, before);
    const inner = base64Of(data).slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return inner.length > minSecretLength ? [inner, inner.replaceAll("+", "-").replaceAll("/", "_")] : [];
  });
}
