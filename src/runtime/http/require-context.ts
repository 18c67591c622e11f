import { lackingCredentials } from "../auth/authenticate.ts";
import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { contextPlace, sourceName, sourceValue } from "../transport/value-source.ts";

/** Throws where required parameters take values of the context that nobody gave: one error for all of them, and for the credentials that are missing beside. */
export async function requireContext(call: Call<HttpBinding>): Promise<void> {
  const missing = call.binding.parameters.flatMap((parameter): Missing[] =>
    parameter.required && "context" in parameter.from && sourceValue(parameter.from, call) === undefined
      ? [{ parameter, place: contextPlace(parameter.from.context) }]
      : [],
  );
  if (missing.length === 0) return;
  const credentials = await lackingCredentials(call, call.binding.security);
  const places = [...new Set(missing.map(({ place }) => `\`${place}\``))];
  const also = credentials === undefined ? "" : ` The service has to know who calls, too: give ${credentials.text}.`;
  throw new ToolError("missing-context-value", `${missing.map(sentence).join(" ")} Give ${places.join(" and ")}.${also}`, {
    tool: call.tool,
    sent: false,
    details: { parameters: missing.map(({ parameter: { name } }) => name), missing: credentials?.missing ?? [] },
  });
}

interface Missing {
  readonly parameter: ParameterBinding;
  /** Where the caller gives the value. */
  readonly place: string;
}

function sentence({ parameter }: Missing): string {
  return `The ${parameter.in} parameter "${parameter.name}" takes its value from ${sourceName(parameter.from)}, which was not given.`;
}
