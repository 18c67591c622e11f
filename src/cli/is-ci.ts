import { terminal } from "./terminal.ts";

/** Whether the command runs in CI. All common services set the variable. */
export function isCi(): boolean {
  return !["", "0", "false"].includes(terminal().env["CI"] ?? "");
}
