import type { Toolset } from "../../ir/ir.ts";
import { visitedParameters } from "../run-rules.ts";
import type { Fact } from "./fact-test.ts";
import { facts } from "./facts.ts";

/** The facts that are sentences, of which assertions name none by its whole text. */
const sentences: readonly string[] = ["title", "description"];

/** The texts that a fact has in a toolset, for editors to propose: of its tools, their arguments and results, and of the toolset itself. */
export function knownValues(each: string, name: string, toolset: Toolset): readonly string[] {
  if (sentences.includes(name)) return [];
  return factsIn(each, name, toolset)
    .flatMap((fact) => fact ?? [])
    .filter((value) => typeof value === "string");
}

function factsIn(each: string, name: string, toolset: Toolset): readonly Fact[] {
  switch (each) {
    case "tool":
    case "result":
      return toolset.tools.map((tool) => facts[each][name]?.({ tool, toolset }));
    case "argument":
      return toolset.tools.flatMap((tool) => Array.from(visitedParameters(tool, toolset), (known) => facts.argument[name]?.(known)));
    case "toolset":
      return [facts.toolset[name]?.({ toolset })];
    default:
      return [];
  }
}
