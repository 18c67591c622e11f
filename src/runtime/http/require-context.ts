import { missingCredentials } from "../auth/authenticate.ts";
import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { contextLocation, sourceName, sourceValue } from "../transport/value-source.ts";

/** Throws if context values of required parameters are missing: one error for all of them, and for missing credentials. */
export async function requireContext(call: Call<HttpBinding>): Promise<void> {
  const missing = call.binding.parameters.flatMap((parameter): Missing[] =>
    parameter.required && "context" in parameter.from && sourceValue(parameter.from, call) === undefined
      ? [{ parameter, place: contextLocation(parameter.from.context) }]
      : [],
  );
  if (missing.length === 0) return;
  const credentials = await missingCredentials(call, call.binding.security);
  const places = [...new Set(missing.map(({ place }) => `\`${place}\``))];
  const also = credentials === undefined ? "" : ` The service also requires credentials: give ${credentials.text}.`;
  throw new ToolError("missing-context-value", `${missing.map(sentence).join(" ")} Give ${places.join(" and ")}.${also}`, {
    tool: call.tool,
    sent: false,
    details: { parameters: missing.map(({ parameter: { name } }) => name), missing: credentials?.missing ?? [] },
  });
}

interface Missing {
  readonly parameter: ParameterBinding;
  /** The option in which the caller passes the value. */
  readonly place: string;
}

function sentence({ parameter }: Missing): string {
  return `The ${parameter.in} parameter "${parameter.name}" takes its value from ${sourceName(parameter.from)}, which is missing.`;
}
