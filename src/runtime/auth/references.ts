import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import type { MissingOption } from "../missing-option.ts";
import type { Parts } from "../part.ts";
import { ToolError, unsentError } from "../tool-error.ts";

/** The values of references to secrets and context variables, and the options that provide them. */
export const referencedSecrets: Parts["secretReferences"] = { resolve: resolveReference, optionOf };

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
