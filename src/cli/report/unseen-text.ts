import type { Compilation } from "../../compile.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import { exitCodes } from "../exit-codes.ts";

/**
 * A text that names the toolsets that did not compile, for a report without their errors. Empty if all toolsets compiled, or if the exit
 * code already reports errors.
 */
export function unseenText({ refused }: Pick<Compilation, "refused">, exitCode: number): string {
  if (refused.length === 0 || exitCode !== exitCodes.clean) return "";
  return `These toolsets were not compiled, so their other findings are unknown: ${nameList(refused.map(({ name }) => name))}.\n`;
}
