import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
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
export async function authenticate(call: Call<unknown>, { security, address }: Service): Promise<Credentials> {
  const alternatives = alternativesOf(call, security);
  const missing: string[][] = [];
  for (const schemes of alternatives) {
    if (schemes.length === 0) continue;
    const found = await Promise.all(schemes.map((scheme) => findCredential(scheme, call, address)));
    const lacks = found.flatMap((each) => (each.kind === "missing" ? [each.what] : []));
    if (lacks.length === 0) return credentialsOf(found, call);
    missing.push(lacks);
  }
  const isOptional = missing.length === 0 || alternatives.some((schemes) => schemes.length === 0);
  if (isOptional || call.context.authorize !== undefined) return noCredentials;
  throw new ToolError(
    "missing-credentials",
    `Nothing was sent, since the service has to know who calls. Give ${missing.map((lacks) => lacks.join("; and ")).join("; or instead ")}.`,
    { tool: call.tool, sent: false, details: { toolset: call.toolset.name, missing } },
  );
}

const noCredentials: Credentials = { headers: [], query: [], cookies: [], refused: async () => undefined, hide: (text) => text };

/** Shorter texts stand in any answer by chance, and are no secrets to speak of. */
const shortestSecret = 4;

async function credentialsOf(found: readonly Found[], call: Call<unknown>): Promise<Credentials> {
  const headers: Named[] = [];
  const query: Named[] = [];
  const cookies: Named[] = [];
  const forget: (() => Promise<void>)[] = [];
  const secrets: string[] = [];
  const put = ({ name, place }: Scheme, text: string) => {
    checkText(name, text, call);
    if (text.length >= shortestSecret) secrets.push(text);
    if (place.in === "header") headers.push({ name: place.name, value: place.prefix + text });
    else if (place.in === "query") query.push({ name: place.name, value: text });
    else if (place.in === "cookie") cookies.push({ name: place.name, value: text });
  };
  for (const each of found) {
    if (each.kind === "text") put(each.scheme, each.text);
    if (each.kind !== "client") continue;
    const { client, scheme } = each;
    const token = await tokenOf(client, scheme.name, call);
    forget.push(() => forgetToken(client, token, call.toolset));
    put(scheme, token);
  }
  const refused = async () => {
    await Promise.all(forget.map((each) => each()));
  };
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
  return { headers, query, cookies, refused, hide };
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
