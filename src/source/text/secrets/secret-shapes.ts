import { isCredentialPlaceholder } from "./credential-placeholder.ts";

/** The format of one type of credential. */
interface SecretShape {
  readonly what: string;
  /** Its first characters, which are mostly fixed. */
  readonly start: RegExp;
  /** What follows. Each quantifier repeats a single character class, so that a search takes linear time. */
  readonly rest: RegExp;
  /**
   * Whether the last characters of a credential are the checksum of the previous characters. For a format without a checksum, `isExample`
   * recognizes invented credentials.
   */
  readonly hasChecksum?: (found: string) => boolean;
}

const shapes: readonly SecretShape[] = [
  { what: "a GitHub token", start: /gh[opusr]_/, rest: /[A-Za-z0-9]{36}\b/, hasChecksum: endsWithBase62Checksum },
  { what: "a GitHub token", start: /github_pat_/, rest: /[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/ },
  { what: "an npm token", start: /npm_/, rest: /[A-Za-z0-9]{36}\b/, hasChecksum: endsWithBase62Checksum },
  { what: "a GitLab token", start: /gl(?:pat|dt|rt|ptt|soat)-/, rest: /[\w-]{20}(?![\w-])/ },
  { what: "an AWS key", start: /A(?:KIA|SIA)/, rest: /[A-Z2-7]{16}\b/ },
  { what: "a Google API key", start: /AIza/, rest: /[\w-]{35}(?![\w-])/ },
  { what: "a Google OAuth client secret", start: /GOCSPX-/, rest: /[\w-]{28}(?![\w-])/ },
  { what: "a live Stripe key", start: /[rs]k_live_/, rest: /[A-Za-z0-9]{24,247}\b/ },
  { what: "a Slack token", start: /xox[abeoprs]-/, rest: /\d{9,14}-[\w-]{20,200}/ },
  { what: "a Slack token", start: /xapp-/, rest: /\d-[A-Z0-9]{9,12}-\d{10,15}-[a-f0-9]{64}\b/ },
  { what: "a Slack webhook", start: /hooks\.slack\.com/, rest: /\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24}\b/ },
  { what: "an OpenAI key", start: /sk-/, rest: /[\w-]{20,100}T3BlbkFJ[\w-]{20,100}/ },
  { what: "an Anthropic key", start: /sk-ant-/, rest: /(?:api|admin|oat)\d\d-[\w-]{80,120}AA(?![\w-])/ },
  { what: "a Hugging Face token", start: /hf_/, rest: /[A-Za-z]{34}\b/ },
  { what: "a SendGrid key", start: /SG\./, rest: /[\w-]{22}\.[\w-]{43}(?![\w-])/ },
  { what: "a Shopify token", start: /shp(?:at|ca|pa|ss)_/, rest: /[a-fA-F0-9]{32}\b/ },
  { what: "a DigitalOcean token", start: /do[opr]_v1_/, rest: /[a-f0-9]{64}\b/ },
  { what: "a PyPI token", start: /pypi-/, rest: /AgEIcHlwaS5vcmc[\w-]{50,200}/ },
  { what: "a Postman key", start: /PMAK-/, rest: /[a-f0-9]{24}-[a-f0-9]{34}\b/ },
  { what: "a Grafana token", start: /glsa_/, rest: /[A-Za-z0-9]{32}_[a-f0-9]{8}\b/, hasChecksum: endsWithHexChecksum },
  { what: "a Grafana Cloud token", start: /glc_eyJ/, rest: /[A-Za-z0-9+/]{32,400}/ },
  { what: "a Databricks token", start: /dapi/, rest: /[a-f0-9]{32}\b/ },
  { what: "a Docker Hub token", start: /dckr_pat_/, rest: /[\w-]{27}(?![\w-])/ },
  { what: "a Figma token", start: /figd_/, rest: /[\w-]{40,200}/ },
  { what: "a Notion token", start: /ntn_/, rest: /\d{11}[A-Za-z0-9]{35}\b/ },
  { what: "a Groq key", start: /gsk_/, rest: /[A-Za-z0-9]{52}\b/ },
  { what: "a Vault token", start: /hvs\./, rest: /[\w-]{90,120}/ },
  { what: "a 1Password token", start: /ops_ey/, rest: /[A-Za-z0-9+/=]{100,1280}/ },
  { what: "a New Relic key", start: /NRAK-/, rest: /[A-Z0-9]{27}\b/ },
  { what: "a Linear key", start: /lin_api_/, rest: /[A-Za-z0-9]{40}\b/ },
  { what: "a Telegram bot token", start: /\d{8,10}:AA/, rest: /[\w-]{33}(?![\w-])/ },
  { what: "an Azure storage account key", start: /AccountKey=/, rest: /[A-Za-z0-9+/]{86}==/ },
  // A private key in PEM (RFC 7468), with its data. A text that only mentions the line `-----BEGIN …` does not match.
  {
    what: "a private key",
    start: /-----BEGIN/,
    rest: / (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\{1,4}[nr]){1,8}[A-Za-z0-9+/=]{40}/,
  },
];

const patterns = shapes.map((shape) => ({ ...shape, pattern: new RegExp(`${shape.start.source}${shape.rest.source}`, "y") }));

const starts = shapes.map(({ start }) => start.source).join("|");
/**
 * Where a credential can begin: not inside of a word, but after an escape such as `\n` in the text of a JSON or YAML file. Most texts have
 * no such place, and one search for all of them takes a fraction of the time of a search for whole credentials. It is three times as fast
 * with `\b` before each alternative as with one lookbehind before all.
 */
const anyStart = new RegExp(`\\b(?:${starts})|\\\\[nrt](?:${starts})|-----BEGIN`, "g");

export interface FoundSecret {
  readonly what: string;
  /** Whether the credential has a correct checksum, so that it is not invented. */
  readonly isCertain: boolean;
  /** The last characters of the credential. They are the same in a value and in a text in which the value is escaped. */
  readonly ending: string;
}

/** The secrets in a text, in its order. The time is linear in the length of the text, and this is fast enough for whole files. */
export function secretsIn(text: string): FoundSecret[] {
  return candidatesIn(text).flatMap(({ found, what, hasChecksum }) => {
    const isSecret = hasChecksum === undefined ? !isExample(found) : hasChecksum(found);
    return isSecret ? [{ what, isCertain: hasChecksum !== undefined, ending: found.slice(-leastLength) }] : [];
  });
}

/** The first secret in a text, preferably a certain one; `undefined` if the text has none. */
export function secretIn(text: string): FoundSecret | undefined {
  const found = text.length < leastLength ? [] : secretsIn(text);
  return found.find(({ isCertain }) => isCertain) ?? found[0];
}

/** Whether a text contains something in the form of a secret, even if it is only an example of one. */
export function mayHaveSecret(text: string): boolean {
  return candidatesIn(text).length > 0;
}

/** The length of the shortest credential, an AWS key. */
const leastLength = 20;

function candidatesIn(text: string): (SecretShape & { readonly found: string })[] {
  return [...text.matchAll(anyStart)].flatMap(({ index, 0: start }) =>
    patterns.flatMap(({ pattern, ...shape }) => {
      pattern.lastIndex = start.startsWith("\\") ? index + 2 : index;
      const [found] = pattern.exec(text) ?? [];
      return found === undefined ? [] : [{ ...shape, found }];
    }),
  );
}

/**
 * Whether a credential is invented: it contains a word such as `example`, a repeated character, or a sequence such as `12345`. The prefix
 * of the service is ignored.
 */
function isExample(found: string): boolean {
  if (found.startsWith("-----")) return /example|redacted|your|(.)\1{9}/i.test(found);
  const body = found.replace(/^[a-z]{2,6}[-_]/, "");
  return isCredentialPlaceholder(body) || /(.)\1{4}|abcde|12345|qwert/i.test(body) || bitsPerCharacter(body) < 3;
}

/** Whether a token of GitHub or npm ends with the six base-62 digits of the CRC-32 of the thirty characters before these digits. */
function endsWithBase62Checksum(token: string): boolean {
  const body = token.slice(-36);
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = crc32(body.slice(0, 30));
  let written = "";
  for (let index = 0; index < 6; index++) {
    written = (digits[rest % 62] ?? "") + written;
    rest = Math.floor(rest / 62);
  }
  return body.endsWith(written);
}

/** Whether a Grafana token ends with the CRC-32, in hexadecimal, of the characters before the last underscore. */
function endsWithHexChecksum(token: string): boolean {
  return token.endsWith(crc32(token.slice(0, -9)).toString(16).padStart(8, "0"));
}

/** The entropy of a text by the frequencies of its characters (Shannon), in bits per character. */
export function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The CRC-32 of ASCII text (ISO 3309), as an unsigned number. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
