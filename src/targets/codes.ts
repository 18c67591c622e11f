import type { Code } from "../diagnostic/diagnostic.ts";
import { joinWords } from "../diagnostic/name-list.ts";
import type { TargetOption } from "./target.ts";

export const unknownTarget: Code<{ name: string; known: readonly string[]; near: string | undefined }> = {
  code: "unknown-target",
  severity: "error",
  message: ({ name, known, near }) =>
    `There is no target "${name}". ${near === undefined ? `Available: ${known.join(", ")}.` : `Did you mean "${near}"?`}`,
  help: "A target is a kind of output. Correct the name, or remove the entry.",
  replacement: ({ near }) => near,
};

/** `others` are the names of the targets that have the option. */
export const unknownTargetOption: Code<{ target: string; option: string; near: string | undefined; others: readonly string[] }> = {
  code: "unknown-target-option",
  severity: "error",
  message: ({ target, option, near, others }) => {
    const owners = `the target${others.length === 1 ? "" : "s"} ${quotedValues(others, "and")}`;
    const hint = others.length > 0 ? ` "${option}" is an option of ${owners}.` : near === undefined ? "" : ` Did you mean "${near}"?`;
    return `The target "${target}" has no option "${option}".${hint}`;
  },
  help: "An unknown option would be ignored silently. Correct or remove the option.",
  replacement: ({ near, others }) => (others.length > 0 ? undefined : near),
};

/** `rule` is a predicate such as `must be "a" or "b"`. */
export const invalidTargetOption: Code<{ option: string; rule: string; found: string; near: string | undefined }> = {
  code: "invalid-target-option",
  severity: "error",
  message: ({ option, rule, found, near }) =>
    `The option "${option}" ${rule}, not ${found}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The default value is used until the option is corrected.",
  replacement: ({ near }) => near,
};

export const unusedTargetOption: Code<{ option: string; needs: NonNullable<TargetOption["needs"]> }> = {
  code: "unused-target-option",
  severity: "warning",
  message: ({ option, needs }) =>
    `The option "${option}" is ignored, because the target uses the option only with \`${needs.option}: ${needs.value}\`.`,
  help: "The option changes nothing in the output. Add the other option, or remove this one.",
};

export const missingTargetOption: Code<{ target: string; option: string; form: string }> = {
  code: "missing-target-option",
  severity: "error",
  message: ({ target, option, form }) => `The target "${target}" requires the option \`${option}\`: ${form}.`,
  help: "The target writes nothing without the option. Add the option to the target's entry in toolsetc.yaml.",
};

export const clashingOutputs: Code<{ path: string; target: string; former: string; out: string }> = {
  code: "clashing-outputs",
  severity: "error",
  message: ({ path, target, former, out }) =>
    target === former
      ? `Two configurations of the target "${target}" write different content to the file "${path}" in "${out}", so the output of the second is omitted.`
      : `The targets "${former}" and "${target}" write different content to the file "${path}" in "${out}", so the output of "${target}" is omitted.`,
  help: "The second file would overwrite the first. Give each target an output folder of its own.",
};

/** How many files of an output folder differ from what the compiler would write. */
export interface OutdatedFiles {
  readonly folder: string;
  readonly missing: number;
  readonly outdated: number;
  readonly leftOver: number;
}

export const outdatedOutput: Code<OutdatedFiles> = {
  code: "outdated-output",
  severity: "error",
  message: ({ folder, missing, outdated, leftOver }) => {
    const counts = [
      [missing, "missing"],
      [outdated, "outdated"],
      [leftOver, "no longer written"],
    ] as const;
    const text = counts
      .flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${count === 1 ? "file is" : "files are"} ${what}`]))
      .join(", ");
    return `The output in "${folder}" is out of date: ${text}.`;
  },
  help: "Programs use the checked-in files, not the definitions. Run `toolsetc compile`, and commit what it writes.",
};

/** The diagnostic codes that do not depend on the target. */
export const emitCodes: readonly Code<never>[] = [
  unknownTarget,
  unknownTargetOption,
  invalidTargetOption,
  unusedTargetOption,
  missingTargetOption,
  clashingOutputs,
  outdatedOutput,
];

/** Values as a message shows them: `"a", "b" or 3`. */
export function quotedValues(values: readonly (string | number | boolean)[], conjunction: "and" | "or"): string {
  return joinWords(
    values.map((value) => (typeof value === "string" ? `"${value}"` : String(value))),
    conjunction,
  );
}
