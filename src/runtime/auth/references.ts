import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import { type MissingOption, optionText } from "../missing-option.ts";
import type { Parts } from "../part.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import type { CalledService, CredentialKind, FoundCredential, MissingCredential } from "./found-credential.ts";
import type { Scheme } from "./scheme.ts";

/** References to secrets and context variables. */
export const referencedSecrets: Parts["secretReferences"] = { read: readReferences, find: findReferenced };

function readReferences(references: unknown): { readonly scopes: readonly string[] | undefined; readonly secret: string | undefined } {
  const scopes = ownMember(references, "scopes");
  const secret = ownMember(references, "secret");
  return {
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : undefined,
    secret: typeof secret === "string" ? secret : undefined,
  };
}

/** Finds the credential that consists of the values of a scheme's references. */
async function findReferenced(
  scheme: Scheme,
  { expected, resolved }: CredentialKind,
  at: CalledService,
): Promise<FoundCredential | MissingCredential> {
  const { references } = scheme.kind;
  const values = await Promise.all(references.map((reference) => reference && resolveReference(reference, at.call)));
  const found = values.filter((value) => value !== undefined);
  if (found.length === references.length) return resolved(found, scheme, at);
  const options = references.flatMap((reference, index) => (reference && values[index] === undefined ? [optionOf(reference)] : []));
  const own: MissingOption = { option: "auth", name: scheme.name };
  const ownText = `${optionText(own)} (${expected})`;
  const missing = options.length === 0 ? ownText : `${options.map(optionText).join(" and ")}, or else ${ownText}`;
  return { missing, options: [...options, own] };
}

/** The value of a reference to a secret or a context variable; `undefined` if the context has no value for the reference. */
export async function resolveReference(reference: string, call: Call<unknown>): Promise<string | undefined> {
  const { variables, secrets } = call.context;
  const variable = variableOf(reference);
  if (variable !== undefined) {
    const value = ownMember(variables, variable);
    return typeof value === "string" && value !== "" ? value : undefined;
  }
  if (secrets === undefined) return undefined;
  if (typeof secrets !== "function") return ownMember(secrets, reference) || undefined;
  try {
    return (await secrets(reference)) || undefined;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw unsentError(
      "authorization-failed",
      `The function \`secrets\` failed for the secret "${reference}", so the request was not sent.`,
      call.tool,
      { secret: reference },
    );
  }
}

/** The option of the context that provides the value of a reference. */
export function optionOf(reference: string): MissingOption {
  const variable = variableOf(reference);
  return variable === undefined ? { option: "secrets", name: reference } : { option: "variables", name: variable };
}

function variableOf(reference: string): string | undefined {
  return reference.startsWith("$context.variables.") ? reference.slice("$context.variables.".length) : undefined;
}
