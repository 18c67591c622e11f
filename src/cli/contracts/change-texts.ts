import { type Change, gradeCounts } from "../../contract/changes/change.ts";
import { table } from "../report/table.ts";
import type { ChangesData } from "./find-changes.ts";

/** The maximum number of listed changes. */
const mostListed = 20;

/** A table of the fingerprints with which breaking changes can be accepted; empty if no change is breaking. */
export function fingerprintTable(changes: readonly Change[]): string {
  const breaking = changes.filter(({ grade }) => grade === "breaking");
  if (breaking.length === 0) return "";
  const more = breaking.length - mostListed;
  const rows = breaking
    .slice(0, mostListed)
    .map((change) => [change.fingerprint, toolsOf(change), change.kind, change.schema?.name ?? change.pointer]);
  return `${table([["fingerprint", "tool", "change", "place"], ...rows], [])}\n${more > 0 ? `… and ${more} more changes, which --format json lists\n` : ""}\n`;
}

function toolsOf({ tool, toolset, uses }: Change): string {
  const { size } = new Set(uses.map((use) => use.tool));
  return tool ?? (size > 1 ? `${size} tools of ${toolset}` : toolset);
}

/** Text that states, for each toolset, the number of changes by grade and whether the next version is a major, minor or patch version. */
export function stepLines({ versions, changes, base }: ChangesData): string {
  const lines = versions.flatMap(({ toolset, step }) => {
    const own = changes.filter((change) => change.toolset === toolset);
    return own.length === 0 ? [] : [`${toolset}: ${gradeCounts(own)}; next version: ${step}\n`];
  });
  return lines.length === 0 ? `Nothing has changed since ${base}.\n` : `Since ${base}:\n${lines.join("")}`;
}
