import type { Change } from "../../src/changes/change.ts";
import { compareAll } from "../../src/changes/compare-contracts.ts";
import { analyze } from "../../src/compile.ts";
import { canonical } from "../../src/contract/canonical.ts";
import { contractOf } from "../../src/contract/contract.ts";
import type { JsonObject } from "../../src/source/json.ts";
import { memoryHost, optionsOf } from "../compile-texts.ts";

/** A project in memory. */
export interface Texts {
  readonly [path: string]: string;
}

/** The canonical contracts of a project that is only in memory. It must compile without errors. */
export async function contractsIn(texts: Texts): Promise<Map<string, JsonObject>> {
  const { program, diagnostics } = await analyze(memoryHost(texts), optionsOf());
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return new Map(program.toolsets.map((toolset) => [toolset.name, canonical(contractOf(toolset))]));
}

/** The changes between two projects. */
export async function changesBetween(before: Texts, after: Texts): Promise<Change[]> {
  return compareAll(await contractsIn(before), await contractsIn(after), { isPart: false });
}
