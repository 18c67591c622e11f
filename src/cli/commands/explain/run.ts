import { nearest } from "../../../diagnostic/nearest.ts";
import { diagnosticCodes } from "../../../findings/diagnostic-codes.ts";
import { rules } from "../../../rules/index.ts";
import { profileOf } from "../../../rules/is-enabled.ts";
import { explanations } from "../../compiled/explanations.ts";
import { exitCodes } from "../../exit-codes.ts";
import { print, printJson } from "../../report/print.ts";
import { UsageError } from "../../usage-error.ts";

/** Prints the section of docs/diagnostics about a code: its meaning, its consequences and how to fix the finding, with examples. */
export async function runExplain(code: string, { format }: { readonly format: "text" | "json" }): Promise<number> {
  const kind = diagnosticCodes.find((each) => each.code === code);
  const explanation = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  if (kind === undefined || explanation === undefined) {
    const near = nearest(
      code,
      diagnosticCodes.map((each) => each.code),
    );
    const hint = near === undefined ? "A finding has its code in brackets, as in error[unknown-field]." : `Did you mean "${near}"?`;
    throw new UsageError(`There is no diagnostic code "${code}". ${hint}`);
  }
  if (format === "json") {
    const { severity, errorIn = null, help } = kind;
    const rule = rules.find((each) => each.code === code);
    const profile = (rule && profileOf(rule)) ?? null;
    printJson({ formatVersion: "1.0", code, severity, errorIn, help, profile, explanation });
  } else print(explanation);
  return exitCodes.clean;
}
