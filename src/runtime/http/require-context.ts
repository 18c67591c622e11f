import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { type MissingOption, optionText } from "../missing-option.ts";
import { optionalPart } from "../part.ts";
import { unsentError } from "../tool-error.ts";
import { contextOption, contextValue } from "../transport/context-value.ts";

/** Throws if the context lacks values of required parameters. One error lists all missing values, and the missing credentials. */
export async function requireContext(call: Call<HttpBinding>): Promise<void> {
  const missing = call.binding.parameters.flatMap((parameter): Missing[] =>
    parameter.required && "context" in parameter.from && contextValue(parameter.from.context, call) === undefined
      ? [{ parameter, reference: parameter.from.context, option: contextOption(parameter.from.context) }]
      : [],
  );
  if (missing.length === 0) return;
  const credentials = await optionalPart("missingCredentials", call)?.(call, call.binding.security);
  const options = [...new Set(missing.map(({ option }) => optionText(option)))];
  const also = credentials === undefined ? "" : ` The service also requires credentials: pass ${credentials.text}.`;
  throw unsentError("missing-context-value", `${missing.map(sentence).join(" ")} Pass ${options.join(" and ")}.${also}`, call.tool, {
    parameters: missing.map(({ parameter: { name } }) => name),
    missing: credentials?.texts ?? [],
    options: [...missing.map(({ option }) => option), ...(credentials?.options ?? [])],
  });
}

interface Missing {
  readonly parameter: ParameterBinding;
  readonly reference: string;
  readonly option: MissingOption;
}

function sentence({ parameter, reference }: Missing): string {
  return `The ${parameter.in} parameter "${parameter.name}" takes its value from "${reference}", which is missing.`;
}
