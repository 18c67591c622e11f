import { crc32 } from "./crc32.ts";
import { isCredentialPlaceholder } from "./credential-placeholder.ts";

/** The format of one type of credential. */
interface SecretShape {
  readonly what: string;
  /** Begins with fixed characters, and each quantifier repeats a single character class, so that a search takes linear time. */
  readonly pattern: RegExp;
  /**
   * Whether the last characters of a credential are the checksum of the previous characters. For a format without a checksum, `isExample`
   * recognizes invented credentials.
   */
  readonly hasChecksum?: (found: string) => boolean;
}

const shapes: readonly SecretShape[] = [
  { what: "a GitHub token", pattern: /\bgh[opusr]_[A-Za-z0-9]{36}\b/, hasChecksum: endsWithBase62Checksum },
  { what: "a GitHub token", pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/ },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/, hasChecksum: endsWithBase62Checksum },
  { what: "a GitLab token", pattern: /\bgl(?:pat|dt|rt|ptt|soat)-[\w-]{20}(?![\w-])/ },
  { what: "an AWS key", pattern: /\bA(?:KIA|SIA)[A-Z2-7]{16}\b/ },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}(?![\w-])/ },
  { what: "a Google OAuth client secret", pattern: /\bGOCSPX-[\w-]{28}(?![\w-])/ },
  { what: "a live Stripe key", pattern: /\b[rs]k_live_[A-Za-z0-9]{24,247}\b/ },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-\d{9,14}-[\w-]{20,200}/ },
  { what: "a Slack token", pattern: /\bxapp-\d-[A-Z0-9]{9,12}-\d{10,15}-[a-f0-9]{64}\b/ },
  { what: "a Slack webhook", pattern: /\bhooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24}\b/ },
  { what: "an OpenAI key", pattern: /\bsk-[\w-]{20,100}T3BlbkFJ[\w-]{20,100}/ },
  { what: "an Anthropic key", pattern: /\bsk-ant-(?:api|admin|oat)\d\d-[\w-]{80,120}AA(?![\w-])/ },
  { what: "a Hugging Face token", pattern: /\bhf_[A-Za-z]{34}\b/ },
  { what: "a SendGrid key", pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/ },
  { what: "a Shopify token", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/ },
  { what: "a DigitalOcean token", pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/ },
  { what: "a PyPI token", pattern: /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,200}/ },
  { what: "a Postman key", pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/ },
  { what: "a Grafana token", pattern: /\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b/, hasChecksum: endsWithHexChecksum },
  { what: "a Grafana Cloud token", pattern: /\bglc_eyJ[A-Za-z0-9+/]{32,400}/ },
  { what: "a Databricks token", pattern: /\bdapi[a-f0-9]{32}\b/ },
  { what: "a Docker Hub token", pattern: /\bdckr_pat_[\w-]{27}(?![\w-])/ },
  { what: "a Figma token", pattern: /\bfigd_[\w-]{40,200}/ },
  { what: "a Notion token", pattern: /\bntn_\d{11}[A-Za-z0-9]{35}\b/ },
  { what: "a Groq key", pattern: /\bgsk_[A-Za-z0-9]{52}\b/ },
  { what: "a Vault token", pattern: /\bhvs\.[\w-]{90,120}/ },
  { what: "a 1Password token", pattern: /\bops_ey[A-Za-z0-9+/=]{100,1280}/ },
  { what: "a New Relic key", pattern: /\bNRAK-[A-Z0-9]{27}\b/ },
  { what: "a Linear key", pattern: /\blin_api_[A-Za-z0-9]{40}\b/ },
  { what: "a Telegram bot token", pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/ },
  { what: "an Azure storage account key", pattern: /\bAccountKey=[A-Za-z0-9+/]{86}==/ },
  // A private key in PEM (RFC 7468), with its data. A text that only mentions the line `-----BEGIN …` does not match.
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]){1,8}[A-Za-z0-9+/=]{40}/ },
];

const anyShape = new RegExp(shapes.map(({ pattern }) => pattern.source).join("|"));

/** Whether a text may contain a secret. This test is fast enough for whole files, and ignores checksums. */
export function mayHaveSecret(text: string): boolean {
  return anyShape.test(text);
}

export interface FoundSecret {
  readonly what: string;
  /** Whether the credential has a correct checksum, so that it is not invented. */
  readonly isCertain: boolean;
}

/** The length of the shortest credential, an AWS key. */
const leastLength = 20;

/** The first secret in a text; `undefined` if the text has none. The time is linear in the length of the text. */
export function secretIn(text: string): FoundSecret | undefined {
  if (text.length < leastLength || !anyShape.test(text)) return undefined;
  for (const { what, pattern, hasChecksum } of shapes) {
    for (const [found] of text.matchAll(new RegExp(pattern, "g"))) {
      if (hasChecksum === undefined ? !isExample(found) : hasChecksum(found)) return { what, isCertain: hasChecksum !== undefined };
    }
  }
  return undefined;
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
