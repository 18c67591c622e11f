import { existsSync } from "node:fs";
import { join } from "node:path";
import { plainText } from "../../../host/plain-file.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import { adoptDocument } from "../../../init/adopt-document.ts";
import { planConfig } from "../../../init/plan-config.ts";
import { formatYamlText } from "../../../source/yaml/format-yaml.ts";
import { compileFlags, givenFlags, type SavedFlag } from "../../compile-flags.ts";
import type { CompileFlags } from "../../options.ts";
import { isExistingFile, statsOfInput } from "../../project/find-path.ts";
import { openOwnProject, pathInProject } from "../../project/own-project.ts";
import { print } from "../../report/print.ts";
import { absolutePath, terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

/** The flags that still apply to the run. The type does not have those that are saved, so that `saveFlags` must write each of them. */
type RemainingFlags = CompileFlags & { readonly [Name in SavedFlag]?: never };

/**
 * Saves the flags of a run as a definition and a configuration in the working directory. Returns the shorter arguments that now give the
 * same output. Never overwrites other settings. Saving the same flags again changes nothing.
 */
export function saveFlags(path: string, flags: CompileFlags): readonly [string, RemainingFlags] {
  const { openapi, include = [], exclude = [], out, env, profile, ...rest } = flags;
  if (openapi === undefined || path !== ".")
    throw new UsageError(
      "--save creates a project from an OpenAPI document, so it requires --openapi <file>. An existing project has its settings in toolsetc.yaml.",
    );
  rejectUnsaved(flags);
  const folder = terminal().cwd();
  if (statsOfInput(openapi, "file").isDirectory())
    throw new UsageError(`"${openapi}" is a folder. Name an OpenAPI document in this folder.`);
  const document = pathInProject(openapi);
  const project = openOwnProject(folder, flags.allowRoot);
  const existing = project.known.find(({ subject }) => subject === `document ${document}`);
  const adopted = adoptDocument({ path: document, text: plainText(absolutePath(openapi)) ?? "" }, existing?.name, "toolsets/");
  const config = planConfig(project.text, {
    out,
    sources: new Map(),
    selections: new Map([[adopted.name, { include, exclude }]]),
    environments: new Map(env === undefined ? [] : [[environmentName(env), env]]),
    profile,
  });
  if (config.byHand.length > 0)
    throw new UsageError(
      `${project.path} has settings that differ from the flags, and they are not overwritten. Nothing was saved. Change these settings in the file yourself: ${config.byHand.join("").trim()}`,
    );
  const { path: file, text } = adopted.definition;
  if (existing === undefined && existsSync(join(folder, file)))
    throw new UsageError(
      `The file "${file}" already exists, with other content. Nothing was saved. The file gets its name from the document, so rename one of them.`,
    );
  const texts = new Map([
    ...(config.text === project.text ? [] : [[project.path, config.text] as const]),
    ...(existing === undefined ? [[file, formatYamlText(text)] as const] : []),
  ]);
  writeTexts(folder, texts);
  for (const each of texts.keys()) print(`saved: ${each}\n`);
  return [".", rest];
}

/** Throws a usage error for flags that cannot be saved in a configuration. */
function rejectUnsaved(flags: CompileFlags): void {
  for (const { saved } of givenFlags(compileFlags, flags)) if (typeof saved === "object") throw new UsageError(saved.refused);
  const { env } = flags;
  if (env !== undefined && !isExistingFile(env))
    throw new UsageError(`With --save, --env takes the file of an environment, not the name "${env}": use --env environments/${env}.json.`);
}

function environmentName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.json$/, "");
}
