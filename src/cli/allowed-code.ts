import { terminal } from "./terminal.ts";

/** Whether the environment allows that rules in files run, as `--allow-code` does. Runs that only repeat the last one ask this, too. */
export function isCodeAllowed(): boolean {
  return terminal().env["TOOLSETC_ALLOW_CODE"] === "1";
}
