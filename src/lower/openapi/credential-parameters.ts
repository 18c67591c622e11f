import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { OpenApiDocument, Operation, Parameter } from "../../document/openapi/read/operation.ts";
import type { ParameterBinding } from "../../runtime/binding.ts";
import type { Origin } from "../../source/tree.ts";
import { credentialParameter } from "./codes.ts";

/** An operation, and how its parameters are sent. */
export interface SentOperation {
  readonly operation: Operation;
  readonly parameters: readonly ParameterBinding[];
}

/**
 * Reports parameters for which models would have to provide a credential. Each name is reported once. Path parameters and members of a body
 * are never reported, because they are data of the operation.
 */
export function credentialParameters(sent: readonly SentOperation[], { securitySchemes }: OpenApiDocument): Diagnostic[] {
  const schemeNames = new Set(
    [...securitySchemes.values()].flatMap(({ value: { type, name } }) =>
      type === "apiKey" && typeof name === "string" ? [name.toLowerCase()] : [],
    ),
  );
  const found = new Map<string, { count: number; readonly origin: Origin }>();
  for (const { operation, parameters } of sent) {
    for (const { name, in: place, from } of parameters) {
      if (!("input" in from) || (place !== "query" && place !== "header" && place !== "cookie")) continue;
      const authored = operation.parameters.find((parameter) => parameter.name === name && parameter.in === place);
      if (authored === undefined) throw new Error(`${operation.key} has no parameter ${JSON.stringify(name)}.`);
      if (!schemeNames.has(name.toLowerCase()) && !isCredential(authored, operation.method)) continue;
      const entry = found.get(name) ?? { count: 0, origin: authored.origin };
      found.set(name, entry);
      entry.count++;
    }
  }
  return [...found].map(([name, { count, origin }]) => diagnostic(credentialParameter, { name, count }, origin));
}

/** Whether a parameter is a credential, by its name. Page tokens and names of secrets are not credentials. */
function isCredential({ name, description }: Parameter, method: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "");
  if (plain === "token") return describesCredential.test(description);
  return always.test(plain) || ((method === "GET" || method === "HEAD") && inReads.test(plain));
}

const always =
  /^(?:x?(?:apikey|apitoken|apisecret|accesstoken|authtoken|bearertoken|oauthtoken|sessiontoken|securitytoken|clientsecret|authorization|registryauth)|x?amz(?:signature|securitytoken|credential|algorithm|signedheaders|date|contentsha256)|x\w*signature|\w*authassertion)$/;

/**
 * Names that are credentials only in GET and HEAD requests. In other requests, the value may be data, such as the password of a new user.
 */
const inReads = /^x?(?:secret|secretkey|password|passwd|passphrase)$/;

/** A parameter `token` may be anything, such as a token of a package, so its description decides. */
const describesCredential = /^(?:an? |the |your )?(?:authentication|authorization|auth|access|api|bearer)[ -](?:token|key)\b/i;
