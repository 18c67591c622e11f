import { resolve } from "node:path";
import { read } from "../../../compile.ts";
import { readPaths } from "../../../host/reads.ts";
import { compareText } from "../../../source/text/compare.ts";
import { prepareCompile } from "../../build/prepare-compile.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CommonOptions } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { projectsAt } from "../../project/projects-beneath.ts";
import { print, printJson } from "../../report/print.ts";
import { relativePath } from "../../terminal.ts";

/** Lists the files that `validate` and `compile` read, for build systems. Only these files and the flags determine the result. */
export async function runInputs(givenPath: string, givenOptions: CommonOptions): Promise<number> {
  const [path, options] = withDocumentPath(givenPath, givenOptions);
  const absolute = new Set<string>();
  for (const project of await projectsAt(path, options)) for (const file of await inputsOf(project, options)) absolute.add(file);
  const files = [...absolute].map(relativePath).sort(compareText);
  if (options.format === "json") printJson({ formatVersion: "1.0", files });
  else print(files.map((file) => `${file}\n`).join(""));
  return exitCodes.clean;
}

async function inputsOf(path: string, options: CommonOptions): Promise<readonly string[]> {
  const { opened, settings, formFor } = prepareCompile(path, options);
  // `read` reads all files of the project that any stage needs.
  const { project } = await read(opened.host, settings);
  // The `tsconfig.json` that decides the form of imports may be outside the project.
  const around = project.config.targets.flatMap(({ out }) => formFor(out).files);
  return [...readPaths(opened.host.reads()).map((each) => resolve(opened.root, each)), ...around];
}
