import { catalog } from "../../catalog.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import { rules } from "../../rules/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { print, printJson } from "../print.ts";
import { UsageError } from "../usage-error.ts";

/** What a code means, why it matters and what to do; of a rule, an example too. */
export async function explain(code: string, { format }: { readonly format: "text" | "json" }): Promise<number> {
  const kind = catalog.find((each) => each.code === code);
  if (kind === undefined) {
    const near = nearest(
      code,
      catalog.map((each) => each.code),
    );
    const hint = near === undefined ? "A finding has its code in brackets, as in error[unknown-field]." : `Did you mean "${near}"?`;
    throw new UsageError(`There is no code "${code}". ${hint}`);
  }
  const rule = rules.find((each) => each.code === code);
  const example = rule?.examples.invalid[0];
  if (format === "json") {
    const { severity, errorIn = null, help } = kind;
    printJson({ formatVersion: "1.0", code, severity, errorIn, help, profile: rule?.profile ?? null, example: example ?? null });
    return exitCodes.clean;
  }
  const files = Object.entries(example ?? {}).map(([path, text]) => `\n${path}\n${text.trimEnd().replace(/^/gm, "  ")}\n`);
  const when =
    rule === undefined
      ? ""
      : rule.profile === undefined
        ? ` with \`rules: { ${code}: ${kind.severity} }\` in toolsetc.yaml`
        : ` with --profile ${rule.profile}`;
  const otherwise = kind.severity === "error" ? "; in an OpenAPI document only where a tool is lost by it, or" : "; an error";
  const strict = kind.errorIn === undefined ? "" : `${otherwise} with --profile ${kind.errorIn}`;
  print(
    `${code}: ${kind.severity}${when}${strict}\n\n${kind.help}\n${files.length > 0 ? `\nIt is given for this project:\n${files.join("")}` : ""}`,
  );
  return exitCodes.clean;
}
