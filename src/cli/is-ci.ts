import { terminal } from "./terminal.ts";

/** Whether the command runs in CI. All common CI services set the environment variable `CI`. */
export function isCi(): boolean {
  return !["", "0", "false"].includes(terminal().env["CI"] ?? "");
}
