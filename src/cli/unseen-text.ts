import type { Compilation } from "../compile.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { exitCodes } from "./exit-codes.ts";

/** Names the toolsets that did not compile where nothing else says so, because their errors are hidden; else empty. */
export function unseenText({ refused }: Pick<Compilation, "refused">, exitCode: number): string {
  if (refused.length === 0 || exitCode !== exitCodes.clean) return "";
  return `Not compiled, so that other findings in them are unknown: ${nameList(refused.map(({ name }) => name))}.\n`;
}
