import type { Compilation } from "../../compile.ts";
import { isNameOf } from "../../definition/definition-names.ts";
import type { ToolsetOwner } from "../../findings/toolset-owners.ts";
import type { ProjectErrors } from "../report/print-errors.ts";
import { UsageError } from "../usage-error.ts";
import { type FoundTool, findTool, unknownToolError } from "./find-tool.ts";

/**
 * Finds a tool by name. If no tool has the name, prints errors that may be the cause, such as those of the toolset in the name, and throws.
 * `isBare` tells whether the project is a single document.
 */
export function findOrExplain(
  analysis: Compilation,
  wanted: string,
  { errors, isBare }: { readonly errors: ProjectErrors; readonly isBare: boolean },
): FoundTool {
  const found = findTool(analysis.program, wanted);
  if (found !== undefined) return found;
  const asked = errors.owners.filter(({ names }) => names.some((name) => isNameOf(wanted, name)));
  // Print the errors of the toolsets that may contain the tool. A definition whose own name cannot be read may be the toolset before the
  // dot of `wanted`. A name without a dot may be that of a tool in any toolset.
  if (isBare) errors.print(() => true);
  else if (asked.length > 0) errors.print((owner) => asked.includes(owner));
  else if (wanted.includes(".")) errors.printAndCount(({ isNamed }) => !isNamed);
  else errors.print(() => true);
  if (asked.length > 0 && asked.every(({ toolset }) => toolset === undefined)) throw notCallable(asked[0], analysis);
  throw unknownToolError(
    analysis.program,
    wanted,
    errors.owners.flatMap(({ toolset, names }) => (toolset === undefined ? names : [])),
  );
}

function notCallable(owner: ToolsetOwner | undefined, { definitions }: Compilation): UsageError {
  const what = `${owner?.resource === "toolset" ? "Toolset" : "Tool"} "${owner?.names[0]}"`;
  const other = definitions.others.find(({ node }) => node.tree === owner?.tree);
  if (other !== undefined) return new UsageError(`${what} is a ${other.member}, a kind that is checked but not compiled.`);
  return new UsageError(`${what} does not compile because of errors.`);
}
