import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Compilation, compile } from "../src/compile.ts";
import type { Finding } from "../src/findings/finding.ts";
import type { Host } from "../src/project/load.ts";
import { rules } from "../src/rules/index.ts";
import type { CompileOptions } from "../src/settings.ts";

/** A fixed day, so that no test depends on when it runs. */
export function optionsOf(options: CompileOptions = {}): CompileOptions {
  return { today: "2026-01-01", ...options };
}

/** A host whose files are only in memory. */
export function memoryHost(texts: { readonly [path: string]: string }): Host {
  const encoder = new TextEncoder();
  const folders = new Set(
    Object.keys(texts).flatMap((path) => path.split("/").map((_step, index, steps) => steps.slice(0, index).join("/"))),
  );
  return {
    read: async (path) => {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      return text !== undefined ? encoder.encode(text) : folders.has(path) ? "folder" : "absent";
    },
    list: async () => Object.keys(texts),
  };
}

/** Compiles a project that is only in memory. `findings` are without advice on texts for models. */
export async function compileTexts(
  texts: { readonly [path: string]: string },
  options: CompileOptions = {},
): Promise<Compilation & { findings: Finding[]; allFindings: Finding[] }> {
  const compilation = await compile(memoryHost(texts), optionsOf(options));
  const allFindings = [...compilation.ungrouped];
  return { ...compilation, findings: withoutAdvice(allFindings), allFindings };
}

/** The rules on texts for models: those of the folder `model`, in which a file has the name of its rule. */
export const modelRules = rules.filter(({ code }) => existsSync(join(import.meta.dirname, `../src/rules/model/${code}.ts`)));

/** The codes of the rules on texts for models that run by default. */
export const adviceCodes: ReadonlySet<string> = new Set(modelRules.filter(({ set }) => set === "recommended").map(({ code }) => code));

/** Findings without those on texts for models. The documents of most tests are as small as they can be, and describe nothing. */
export function withoutAdvice(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ code }) => !adviceCodes.has(code));
}
