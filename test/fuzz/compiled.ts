import { type Compilation, compile } from "../../src/compile.ts";
import type { Finding } from "../../src/findings/finding.ts";
import { formatText } from "../../src/findings/formats/format-text.ts";
import type { Manifest } from "../../src/runtime/manifest.ts";
import { targets } from "../../src/targets/index.ts";
import type { File } from "../../src/targets/target.ts";
import { memoryHost, optionsOf } from "../compile-texts.ts";
import { type FuzzedProject, textsOf } from "./project.ts";

/** What came of a project: with every target, and of TypeScript both forms. */
export interface Compiled {
  readonly texts: { readonly [path: string]: string };
  readonly typescript: Compilation;
  readonly javascript: Compilation;
  readonly findings: readonly Finding[];
  readonly printed: string;
  /** Processor time, until the findings are printed. */
  readonly milliseconds: number;
}

export async function compileAll(project: FuzzedProject): Promise<Compiled> {
  const texts = textsOf(project);
  // Before the time is taken, so that nothing is still to be loaded.
  const javascript = await compileAs("js", project, texts);
  const started = process.cpuUsage();
  const typescript = await compileAs("ts", project, texts);
  const findings = typescript.ungrouped;
  const printed = formatText(findings);
  const { user, system } = process.cpuUsage(started);
  return { texts, typescript, javascript, findings, printed, milliseconds: (user + system) / 1000 };
}

export function compileAs(
  form: "ts" | "js",
  { input }: Pick<FuzzedProject, "input">,
  texts: { readonly [path: string]: string },
): Promise<Compilation> {
  const options = { input, targets: targets.map(({ name }) => name), targetDefaults: () => ({ emit: form, importExtension: "js" }) };
  return compile(memoryHost(texts), optionsOf(options));
}

/** The files that a target made, each list for one folder. */
export function filesOf({ outputs }: Compilation, target: string): readonly (readonly File[])[] {
  return outputs.filter((output) => output.target === target).map(({ files }) => files);
}

/** The manifests of all toolsets and tools. */
export function manifestsOf(compilation: Compilation): Manifest[] {
  // The compiler wrote them, as what `manifests` holds them against.
  return filesOf(compilation, "manifest").flatMap((files) => files.map(({ text }) => JSON.parse(text) as Manifest));
}
