import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { Context } from "../context.ts";
import { createRedactor } from "../response/redact-secrets.ts";
import { ToolError } from "../tool-error.ts";
import { alternativesOf } from "./alternatives.ts";
import { type Found, findCredential } from "./find-credential.ts";
import type { Scheme } from "./scheme.ts";
import { forgetToken, tokenOf } from "./token.ts";

/** What shows who makes a call. */
export interface Credentials {
  readonly headers: readonly Named[];
  readonly query: readonly Named[];
  readonly cookies: readonly Named[];
  /** To be called when the service says that it does not accept them, so that none is used again that was fetched for this. */
  readonly refused: () => Promise<void>;
  /** A text of the service without them: some services quote what they refuse. */
  readonly hide: (text: string) => string;
}

/** A header, a cookie or a parameter of the query. */
export interface Named {
  readonly name: string;
  readonly value: string;
}

/** The service that is called, and what its document says of the call. */
export interface Service {
  readonly security: HttpBinding["security"];
  readonly address: URL;
}

/**
 * The credentials of the first alternative that has all of its own. An empty alternative says that none is needed; it counts last, since
 * who gives a credential wants it used. What is missing is one error, before anything is sent; a hook `authorize` can do without.
 */
export async function authenticate(call: Call<unknown>, service: Service): Promise<Credentials> {
  const { found, missing } = await search(call, service);
  if (found !== undefined) return credentialsOf(found, call);
  if (missing === undefined) return noCredentials;
  throw new ToolError(
    "missing-credentials",
    `Nothing was sent, since the service has to know who calls. Give ${alternativesText(missing)}.`,
    {
      tool: call.tool,
      sent: false,
      details: { toolset: call.toolset.name, missing },
    },
  );
}

/**
 * The credentials that a call which cannot be made lacks besides, alternative by alternative and as a message says it; `undefined` where it
 * lacks none. A function of the caller counts as a credential and is not asked for one.
 */
export async function lackingCredentials(
  call: Call<unknown>,
  security: Service["security"],
): Promise<{ readonly missing: readonly (readonly string[])[]; readonly text: string } | undefined> {
  const { auth = {}, secrets } = call.context;
  const given = (value: unknown) => (typeof value === "function" ? "given" : value);
  const context = {
    ...call.context,
    // A text in the place of a function that gives one: what `auth` may hold is what it held.
    auth: Object.fromEntries(Object.entries(auth).map(([name, source]) => [name, given(source)])) as Context["auth"],
    secrets: typeof secrets === "function" ? () => "given" : secrets,
  };
  try {
    // RFC 6761 §6.4: an address that is none. Functions are told theirs, and here none is asked.
    const { missing } = await search({ ...call, context }, { security, address: new URL("https://service.invalid") });
    return missing && { missing, text: alternativesText(missing) };
  } catch {
    // What is wrong with a credential that was given shows once the call can be made.
    return undefined;
  }
}

/** The first alternative that has all of its own; what each of them lacks, where some are wanted. */
async function search(
  call: Call<unknown>,
  { security, address }: Service,
): Promise<{ readonly found?: readonly Found[]; readonly missing?: readonly (readonly string[])[] }> {
  const alternatives = alternativesOf(call, security);
  const missing: string[][] = [];
  for (const schemes of alternatives) {
    if (schemes.length === 0) continue;
    const found = await Promise.all(schemes.map((scheme) => findCredential(scheme, call, address)));
    const lacks = found.flatMap((each) => (each.kind === "missing" ? [each.what] : []));
    if (lacks.length === 0) return { found };
    missing.push(lacks);
  }
  const isOptional = missing.length === 0 || alternatives.some((schemes) => schemes.length === 0);
  return isOptional || call.context.authorize !== undefined ? {} : { missing };
}

function alternativesText(missing: readonly (readonly string[])[]): string {
  return missing.map((lacks) => lacks.join("; and ")).join("; or instead ");
}

const noCredentials: Credentials = { headers: [], query: [], cookies: [], refused: async () => undefined, hide: (text) => text };

async function credentialsOf(found: readonly Found[], call: Call<unknown>): Promise<Credentials> {
  const headers: Named[] = [];
  const query: Named[] = [];
  const cookies: Named[] = [];
  const forget: (() => Promise<void>)[] = [];
  const secrets: string[] = [];
  const put = ({ name, place }: Scheme, text: string) => {
    checkText(name, text, call);
    secrets.push(text);
    if (place.in === "header") headers.push({ name: place.name, value: place.prefix + text });
    else if (place.in === "query") query.push({ name: place.name, value: text });
    else if (place.in === "cookie") cookies.push({ name: place.name, value: text });
  };
  for (const each of found) {
    if (each.kind === "text") {
      secrets.push(...(each.parts ?? []));
      put(each.scheme, each.text);
    }
    if (each.kind !== "client") continue;
    const { client, scheme } = each;
    const token = await tokenOf(client, scheme.name, call);
    forget.push(() => forgetToken(client, token, call.toolset));
    secrets.push(client.clientSecret);
    put(scheme, token);
  }
  const refused = async () => {
    await Promise.all(forget.map((each) => each()));
  };
  return { headers, query, cookies, refused, hide: createRedactor(secrets) };
}

/** A line break at the end of a key, from a file, is the usual mistake; what `fetch` says of it quotes the key. */
function checkText(scheme: string, text: string, call: Call<unknown>): void {
  if (!/[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/.test(text)) return;
  throw new ToolError(
    "unsafe-header",
    `The credential for \`auth.${scheme}\` has a line break, a control character or a character outside Latin-1, which no request can hold.`,
    { tool: call.tool, sent: false, details: { scheme } },
  );
}
