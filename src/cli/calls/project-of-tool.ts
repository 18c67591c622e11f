import { analyze } from "../../compile.ts";
import { isNameOf } from "../../definition/definition-names.ts";
import { toolsetOwners } from "../../findings/toolset-owners.ts";
import type { Toolset } from "../../ir/ir.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { type SettingFlags, settingsOf } from "../options.ts";
import { isExisting } from "../project/find-path.ts";
import { openProject } from "../project/open.ts";
import { projectWith } from "../project/project-with.ts";
import { projectsBeneath } from "../project/projects-beneath.ts";
import { UsageError } from "../usage-error.ts";
import { findTool, unknownToolError } from "./find-tool.ts";

/**
 * The flags of a command about one tool, with the project of the tool: if `project` is a folder of several projects, the one that has the
 * tool or, if it does not compile, its toolset.
 */
export async function atProjectOfTool<Flags extends SettingFlags & { readonly project: string }>(
  wanted: string,
  flags: Flags,
): Promise<Flags> {
  rejectToolAsPath(wanted, flags.project);
  const projects = await projectsBeneath(flags.project, flags);
  if (projects.length === 0) return flags;
  const toolsets = new Map<string, readonly Toolset[]>();
  const refused = new Map<string, readonly string[]>();
  for (const project of projects) {
    const opened = openProject(project, { allowRoot: flags.allowRoot });
    // `--env` may be a file of one project, and decides nothing about names.
    const scope = { toolsets: [], named: [wanted], beside: "namesakes" } as const;
    const analysis = await analyze(opened.host, { ...settingsOf({}, opened), scope, runsRules: false });
    const owners = toolsetOwners(analysis.project, analysis.definitions.accepted, analysis.program).all;
    toolsets.set(project, analysis.program.toolsets);
    refused.set(
      project,
      owners.flatMap(({ toolset, names }) => (toolset === undefined ? names : [])),
    );
  }
  const what = `tool ${JSON.stringify(wanted)}`;
  const hasTool = async (each: string) => findTool({ toolsets: toolsets.get(each) ?? [] }, wanted) !== undefined;
  const hasToolset = async (each: string) => (refused.get(each) ?? []).some((name) => isNameOf(wanted, name));
  const project = (await projectWith(what, projects, hasTool)) ?? (await projectWith(what, projects, hasToolset));
  if (project === undefined) throw unknownToolError({ toolsets: [...toolsets.values()].flat() }, wanted, [...refused.values()].flat());
  return { ...flags, project };
}

/** Throws if the path is a tool that follows its project, or the second word of a tool that was written as `<toolset> <tool>`. */
function rejectToolAsPath(wanted: string, path: string): void {
  if (!/^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?$/.test(path) || isExisting(path)) return;
  if (path.includes(".") && isExisting(wanted))
    throw new UsageError(`"${wanted}" is a path. The tool comes first: ${path} ${shellWord(wanted)}.`);
  if (wanted.includes(".") || path.includes(".")) return;
  throw new UsageError(`There is no file or folder "${path}". If it is a tool of "${wanted}", write ${wanted}.${path}.`);
}
