import type { Finding } from "../../findings/finding.ts";
import { exitCodes } from "../exit-codes.ts";
import type { LimitFlags } from "../options.ts";

/** The exit code of a command with limits on warnings. The limits do not affect what the command writes. */
interface LimitResult {
  readonly exitCode: number;
  /** Why a run without errors fails, as text for the user; empty if the run does not fail because of a limit. */
  readonly reason: string;
}

export function limitWarnings(exitCode: number, findings: readonly Finding[], { failOn = "error", maxWarnings }: LimitFlags): LimitResult {
  const { length } = findings.filter(({ severity }) => severity === "warning");
  const [limit, flag] =
    failOn === "warning" ? [0, "--fail-on warning"] : [maxWarnings ?? Number.POSITIVE_INFINITY, `--max-warnings ${maxWarnings}`];
  if (length <= limit || exitCode !== exitCodes.clean) return { exitCode, reason: "" };
  return { exitCode: exitCodes.findings, reason: `${flag}: ${length} warning${length === 1 ? " is" : "s are"} too many.\n` };
}
