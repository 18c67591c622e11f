import { contractsOf } from "../../../src/cli/contracts/compared-version.ts";
import { analyze, type Compilation } from "../../../src/compile.ts";
import type { Change } from "../../../src/contract/changes/change.ts";
import type { Contracts } from "../../../src/contract/compare/comparable-contracts.ts";
import { compareAll } from "../../../src/contract/compare/compare-contracts.ts";
import { memoryHost, optionsOf } from "../../compile-texts.ts";

/** A project in memory. */
export interface Texts {
  readonly [path: string]: string;
}

/** The canonical contracts of a project that is only in memory. It must compile without errors. */
export async function contractsIn(texts: Texts): Promise<Contracts> {
  return contractsOf(await analyzed(texts));
}

/** The changes between two projects. */
export async function changesBetween(before: Texts, after: Texts): Promise<Change[]> {
  return compareAll(await contractsIn(before), await contractsIn(after));
}

async function analyzed(texts: Texts): Promise<Compilation> {
  const analysis = await analyze(memoryHost(texts), optionsOf());
  const errors = analysis.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return analysis;
}

/** The project of a shop whose document has these members beside its title and its address. */
export function shopWith(members: string): Texts {
  return {
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "shop.openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
${members}`,
  };
}
