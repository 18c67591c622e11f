import type { Code } from "../diagnostic/diagnostic.ts";

/** How many files of an output folder are not what the compiler writes. */
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
      [leftOver, "left over"],
    ] as const;
    const text = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(", ");
    return `The output in "${folder}" is out of date: ${text}.`;
  },
  help: "Programs use the checked-in files, not the definitions. Run `toolsetc compile`, and commit what it writes.",
};
