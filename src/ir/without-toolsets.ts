import type { Tree } from "../source/tree.ts";
import type { ProgramSummary } from "./ir.ts";

/** A program without the toolsets of the definitions in these trees, and without their tools in the groups of agents. */
export function withoutToolsets<Some extends ProgramSummary>(program: Some, trees: ReadonlySet<Tree>): Some {
  if (trees.size === 0) return program;
  const toolsets = program.toolsets.filter(({ origin }) => !trees.has(origin.tree));
  const names = new Set(toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)));
  const agents = program.agents.map((agent) => ({ ...agent, tools: agent.tools.filter((name) => names.has(name)) }));
  return { ...program, toolsets, agents };
}
