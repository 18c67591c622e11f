import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { writeTexts } from "../../../host/write-texts.ts";
import type { TagCounts } from "../../../init/count-tags.ts";
import { planConfig, type SelectorLists } from "../../../init/plan-config.ts";
import { planRepository } from "../../../init/plan-repository.ts";
import { matcherOf, nearestSelector } from "../../../lower/overrides/match-selectors.ts";
import { loadSdk } from "../../../runtime/mcp/sdk.ts";
import { namesInMessage } from "../../../runtime/names-in-message.ts";
import { member } from "../../../source/json/json.ts";
import { parseTree } from "../../../source/parse-tree.ts";
import { shellWord } from "../../../source/text/shell-word.ts";
import { formatYamlText } from "../../../source/yaml/format-yaml.ts";
import type { File } from "../../../targets/target.ts";
import { checkAddress } from "../../calls/check-address.ts";
import { readCredentials } from "../../calls/credentials.ts";
import { checkNewName } from "../../calls/pull-new-source.ts";
import { exitCodes } from "../../exit-codes.ts";
import { openOwnProject, pathInProject } from "../../project/own-project.ts";
import { projectsBeneath } from "../../project/projects-beneath.ts";
import { print } from "../../report/print.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import { type AdoptedToolset, type Adoption, adopt } from "./adopt.ts";
import { findRepository } from "./find-repository.ts";
import { findSources, type InitSource, initSource } from "./find-sources.ts";
import { createQuestions, type Questions } from "./questions.ts";
import { sourceText } from "./source-text.ts";

interface InitFlags {
  readonly stdio?: string;
  readonly name?: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly var: readonly string[];
  readonly start?: boolean;
  readonly yes?: boolean;
  readonly allowRoot?: string;
}

/** If a document has more operations than this, `init` asks the user to select some of them or prints a note. */
const mostOperations = 100;

/** Writes the files of a project to the working directory. Never overwrites existing settings. A second run changes nothing. */
export async function runInit(given: string | undefined, flags: InitFlags): Promise<number> {
  const folder = terminal().cwd();
  const isInteractive = terminal().stdin.isTTY && terminal().stdout.isTTY;
  const questions = flags.yes || !isInteractive ? undefined : await createQuestions();
  const project = openOwnProject(folder, flags.allowRoot);
  const chosen = await chooseSources(given, flags, { questions, isProject: project.text !== undefined });
  const request = {
    name: flags.name,
    credentials: readCredentials({ var: flags.var }),
    known: project.known,
    addresses: project.addresses,
    isStarted: async (what: readonly string[]) => flags.start ?? (await questions?.start(what)) ?? false,
  };
  const adoptions: Adoption[] = [];
  for (const source of chosen) adoptions.push(await adopt(source, request));
  await rejectProjectsBeneath(flags);
  const toolsets = adoptions.flatMap((adoption) => adoption.toolsets);
  const selections = new Map<string, SelectorLists>();
  const notes: string[] = adoptions.flatMap((adoption) => adoption.notes);
  for (const toolset of toolsets) selections.set(toolset.name, await selectionOf(toolset, flags, { questions, notes }));

  const out = outputFolder(project.text, folder);
  const config = planConfig(project.text, {
    out: project.text === undefined ? out : undefined,
    sources: new Map(toolsets.flatMap(({ name, address }) => (address === undefined ? [] : [[name, address]]))),
    selections,
    environments: new Map(),
    profile: undefined,
  });
  const repository = planRepository(findRepository(folder, out));
  const files = checkedFiles(toolsets, folder);
  const texts = new Map<string, string>([
    ...(config.text === project.text ? [] : [[project.path, config.text] as const]),
    ...files.map(({ path, text }) => [path, text] as const),
    ...repository.texts,
  ]);
  const all = [...notes, ...config.byHand.map((entry) => `Add to ${project.path} yourself: ${entry.trim()}`), ...repository.notes];
  report(texts, folder, { notes: all, next: await nextCommand(adoptions, chosen) });
  return exitCodes.clean;
}

/** Throws a usage error in a folder above other projects: they would be parts of the new project, and their configurations ignored. */
async function rejectProjectsBeneath({ allowRoot }: InitFlags): Promise<void> {
  const projects = await projectsBeneath(".", { allowRoot });
  const [first] = projects;
  if (first === undefined) return;
  const count = `${projects.length} project${projects.length === 1 ? "" : "s"}`;
  throw new UsageError(
    `This folder contains ${count}, which a project here would take in: ${namesInMessage(projects)}. Run the command in one of their folders, such as ${shellWord(first)}, or in a new folder beside them.`,
  );
}

interface Asking {
  /** `undefined` if the user is not asked anything. */
  readonly questions: Questions | undefined;
}

async function chooseSources(
  given: string | undefined,
  flags: InitFlags,
  { questions, isProject }: Asking & { readonly isProject: boolean },
): Promise<readonly InitSource[]> {
  checkNewName(flags.name);
  if (given !== undefined && flags.stdio !== undefined) throw new UsageError(`Give either the source "${given}" or --stdio, not both.`);
  if (flags.stdio !== undefined) return [{ kind: "program", command: flags.stdio }];
  if (given !== undefined) return [givenSource(given)];
  await rejectProjectsBeneath(flags);
  const found = findSources();
  const chosen = questions === undefined || found.length === 0 ? found : await questions.sources(found);
  if (flags.name !== undefined && chosen.length > 1)
    throw new UsageError("--name sets the name of one toolset, but several sources were found. Name one source as an argument.");
  if (chosen.length > 0) {
    if (questions === undefined) print(`Found: ${chosen.map(sourceText).join(", ")}.\n`);
    return chosen;
  }
  if (isProject) return [];
  if (questions !== undefined) return [givenSource(await questions.address(problemOfSource))];
  throw new UsageError(
    'This folder has no OpenAPI document, no .mcp.json and no exported app. Name a source: `toolsetc init openapi.yaml`, `toolsetc init https://api.example.com/openapi.json`, `toolsetc init https://example.com/mcp`, `toolsetc init --stdio "npx some-server"`.',
  );
}

/** The source that an argument or an answer names: a path or an address. Throws a usage error if `init` cannot create toolsets for it. */
function givenSource(given: string): InitSource {
  const source = initSource(given);
  if (source.kind === "address") checkAddress("init", source.address);
  return "path" in source ? { kind: source.kind, path: pathInProject(source.path) } : source;
}

function problemOfSource(given: string): string | undefined {
  try {
    givenSource(given);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

async function selectionOf(
  { name, counts, files }: AdoptedToolset,
  { include, exclude }: InitFlags,
  { questions, notes }: Asking & { readonly notes: string[] },
): Promise<SelectorLists> {
  if (counts === undefined) return { include: [], exclude: [] };
  if (counts.operations === 0) notes.push(`${name} has no operations under \`paths\`, so it has no tools.`);
  for (const selector of [...include, ...exclude]) checkSelector(selector, counts, name);
  if (include.length > 0) return { include, exclude };
  if (files.length === 0 || counts.operations <= mostOperations) return { include, exclude };
  if (questions !== undefined && counts.tags.length > 0)
    return { include: (await questions.tags(counts)).map((tag) => `tag:${tag}`), exclude };
  const [first] = counts.tags;
  const shown = counts.tags.slice(0, 20).map((tag) => `${tag.name} (${tag.operations})`);
  const more = counts.tags.length > 20 ? ` and ${counts.tags.length - 20} more` : "";
  notes.push(
    first === undefined
      ? `${name} has ${counts.operations} operations, more than a model can choose from. Choose some with \`include\` under overrides.${name} in toolsetc.yaml, such as "GET /orders/*".`
      : `${name} has ${counts.operations} operations, more than a model can choose from. Its tags: ${shown.join(", ")}${more}. To keep only the operations of one tag, run this command again with --include "tag:${first.name}".`,
  );
  return { include, exclude };
}

function checkSelector(selector: string, { selectable }: TagCounts, name: string): void {
  if (selectable.some(matcherOf(selector))) return;
  const near = nearestSelector(selector, selectable);
  const hint = near === undefined ? "`toolsetc list <document>` shows all operations." : `Did you mean "${near}"?`;
  throw new UsageError(`The selector "${selector}" matches no operation of ${name}. ${hint} Nothing was written.`);
}

/**
 * The output folder: the folder in the configuration, else `generated`. If `generated` contains files of the user, a folder inside it,
 * so that no file is overwritten.
 */
function outputFolder(config: string | undefined, folder: string): string {
  if (config !== undefined) {
    const targets = member(parseTree({ path: "toolsetc.yaml", text: config }).data, "targets");
    const out = member(Array.isArray(targets) ? targets[0] : undefined, "out");
    return typeof out === "string" ? out : "generated";
  }
  const own = join(folder, "generated");
  const isTaken = existsSync(own) && !existsSync(join(own, ".written.json")) && readdirSync(own).length > 0;
  return isTaken ? "generated/toolsetc" : "generated";
}

/** The files to write, with formatted definitions. Throws a usage error if a file exists. */
function checkedFiles(toolsets: readonly AdoptedToolset[], folder: string): File[] {
  const files = toolsets.flatMap((toolset) => toolset.files);
  for (const { path } of files)
    if (existsSync(join(folder, path)))
      throw new UsageError(`The file "${path}" already exists, with other content. Nothing was written. Choose another name with --name.`);
  return files.map(({ path, text }) => ({ path, text: path.startsWith("toolsets/") ? formatYamlText(text) : text }));
}

/** The command that the user should run next. */
async function nextCommand(adoptions: readonly Adoption[], chosen: readonly InitSource[]): Promise<string> {
  const pulls = adoptions.flatMap(({ pull }) => pull ?? []);
  const [first] = pulls;
  if (first !== undefined) {
    // `pull` connects to servers with this package, which is optional.
    const hasClient = await loadSdk().then(
      () => true,
      () => false,
    );
    return [...(hasClient ? [] : ["npm install @modelcontextprotocol/client"]), ...pulls, "npx toolsetc compile"].join(" && ");
  }
  return chosen.some(({ kind }) => kind === "app") ? "npx toolsetc validate" : "npx toolsetc compile";
}

function report(texts: ReadonlyMap<string, string>, folder: string, { notes, next }: { notes: readonly string[]; next: string }): void {
  const lines = [...texts.keys()].map((path) => `  ${existsSync(join(folder, path)) ? "changed" : "new"}: ${path}\n`);
  // The CI file is at the root of the repository, which may be above the project's folder. All files are then written relative to this
  // root.
  const outside = [...texts.keys()].filter((path) => path.startsWith("../"));
  const root = outside.length === 0 ? folder : resolve(folder, /^(?:\.\.\/)+/.exec(outside[0] ?? "")?.[0] ?? ".");
  writeTexts(root, new Map([...texts].map(([path, text]) => [relative(root, join(folder, path)), text])));
  print(lines.length === 0 ? "Nothing to change: the project already has these files and settings.\n" : lines.join(""));
  for (const note of notes) print(`note: ${note}\n`);
  print(`Next: ${next}\n`);
}
