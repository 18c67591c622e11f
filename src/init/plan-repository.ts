import { isObject, member } from "../source/json/json.ts";
import { withoutComments } from "../source/json/json-comments.ts";
import { parseTree } from "../source/parse-tree.ts";
import { checksAllProjects, ciFile } from "./ci-file.ts";
import { insertMember } from "./insert-member.ts";
import type { Repository } from "./repository.ts";

/** Files to write, and notes for the user. */
export interface PlannedFiles {
  /** The new texts of files, by path from the folder of the project. */
  readonly texts: ReadonlyMap<string, string>;
  /** Messages about files that were not changed, with the reason. */
  readonly notes: readonly string[];
}

/**
 * Plans the files of a project other than its definitions and configuration: editor settings, Git attributes, the npm script and the CI
 * job.
 */
export function planRepository(repository: Repository): PlannedFiles {
  const texts = new Map<string, string>();
  const notes: string[] = [];
  for (const plan of [planEditor, planAttributes, planScript, planCi]) {
    const planned = plan(repository);
    for (const [path, text] of planned.texts) if (text !== repository.texts.get(path)) texts.set(path, text);
    notes.push(...planned.notes);
  }
  return { texts, notes };
}

/** Assigns the JSON Schemas in the installed package to the files of the project, in the settings of VS Code's YAML extension. */
function planEditor({ texts, packageFolder }: Repository): PlannedFiles {
  const path = ".vscode/settings.json";
  if (packageFolder === undefined)
    return note(
      "Editor settings were not written, because they require the package toolsetc in the project. Run `npm install --save-dev toolsetc`, then run `npx toolsetc init` again.",
    );
  const former = texts.get(path) ?? "{}\n";
  const known = member(parseTree({ path, text: withoutComments(former) }).data, "yaml.schemas");
  let text: string | undefined = former;
  for (const [schema, files] of Object.entries(schemaFiles)) {
    const name = `./${packageFolder}dist/schemas/${schema}.schema.json`;
    if (isObject(known) && Object.keys(known).some((each) => each.endsWith(`toolsetc/dist/schemas/${schema}.schema.json`))) continue;
    text = text && insertMember(text, ["yaml.schemas"], { name, value: files });
  }
  return text === undefined ? note(`${path} was not changed, because it cannot be read as JSON.`) : file(path, text);
}

const schemaFiles = { config: ["toolsetc.yaml", "toolsetc.yml"], toolset: ["toolsets/*.yaml"] };

/**
 * Adds Git attributes for generated files. Reviews show these files folded, and the files have the same bytes on every system, as `compile
 * --check` requires.
 */
function planAttributes({ texts, out }: Repository): PlannedFiles {
  const path = ".gitattributes";
  const former = texts.get(path) ?? "";
  const isThere = (pattern: string) => former.split(/\r?\n/).some((line) => line.trim().split(/\s+/)[0] === pattern);
  const added = [`${out}/**`, "snapshots/**", "toolsetc.lock/**"].filter((pattern) => !isThere(pattern));
  if (added.length === 0) return nothing;
  const start = former === "" || former.endsWith("\n") ? former : `${former}\n`;
  return file(path, `${start}${added.map((pattern) => `${pattern} linguist-generated text eol=lf\n`).join("")}`);
}

function planScript({ texts }: Repository): PlannedFiles {
  const path = "package.json";
  const former = texts.get(path);
  if (former === undefined) return nothing;
  const scripts = member(parseTree({ path, text: former }).data, "scripts");
  if (isObject(scripts) && Object.values(scripts).some((script) => typeof script === "string" && /\btoolsetc compile\b/.test(script)))
    return nothing;
  const text =
    member(scripts, "toolsets") === undefined
      ? insertMember(former, ["scripts"], { name: "toolsets", value: "toolsetc compile" })
      : undefined;
  return text === undefined
    ? note('No script was added to package.json, because the script "toolsets" exists with another command or the file is not plain JSON.')
    : file(path, text);
}

function planCi(repository: Repository): PlannedFiles {
  const { git, texts } = repository;
  if (git === undefined)
    return note("No CI file was written, because this folder is not in a Git repository. After `git init`, run `npx toolsetc init` again.");
  const { path, text } = ciFile(repository, git);
  const existing = texts.get(path);
  if (existing === undefined) return file(path, text);
  if (!existing.includes("toolsetc")) return note(`${path} exists and was not changed. Add this command to the file: npx toolsetc ci`);
  if (git.down === "") return nothing;
  return note(
    checksAllProjects(existing)
      ? `${path} checks this project too: it runs \`toolsetc ci\` on all projects of the repository.`
      : `${path} runs toolsetc and was not changed, but may not check this project. Run \`npx toolsetc ci\` in the root of the repository there: it checks all projects.`,
  );
}

const nothing: PlannedFiles = { texts: new Map(), notes: [] };

function file(path: string, text: string): PlannedFiles {
  return { texts: new Map([[path, text]]), notes: [] };
}

function note(text: string): PlannedFiles {
  return { texts: new Map(), notes: [text] };
}
