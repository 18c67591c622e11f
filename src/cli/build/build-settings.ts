import { type Hashes, readRecord } from "../../host/output/record.ts";
import { type ImportForm, importForm } from "../../host/tsconfig.ts";
import { rules } from "../../rules/index.ts";
import { comparesToolsets } from "../../rules/is-enabled.ts";
import type { Settings } from "../../settings.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { needOnlyNames } from "../../targets/emit.ts";
import { baselineOf, type CompileFlags, ruleImport, scopeOf, settingsOf } from "../options.ts";
import { type OpenedProject, outputPath } from "../project/open.ts";

/** The settings of a compilation whose output is written or compared, and the forms of imports that they depend on. */
export interface BuildSettings {
  readonly settings: Settings;
  /** Returns how imports are written, such as their file extension, for an output folder that the configuration names. */
  readonly formFor: (out: string) => ImportForm;
  /** The results of `formFor` so far, by absolute output folder. */
  readonly forms: ReadonlyMap<string, ImportForm>;
}

export function buildSettings(options: Omit<CompileFlags, "format">, opened: OpenedProject): BuildSettings {
  const folderOf = (out: string) => outputPath(options.out, out, opened);
  const forms = new Map<string, ImportForm>();
  const formFor = (out: string): ImportForm => {
    const folder = folderOf(out);
    const form = forms.get(folder) ?? importForm(folder);
    forms.set(folder, form);
    return form;
  };
  const records = new Map<string, Hashes>();
  const recordOf = (folder: string): Hashes => {
    const hashes = records.get(folder) ?? readRecord(folder).hashes;
    records.set(folder, hashes);
    return hashes;
  };
  const settings = {
    ...settingsOf(options, opened),
    ...baselineOf(options, opened),
    ...ruleImport(options, opened),
    // Names must be unique in the whole project, and the output lists all toolsets. For both, the names of most others suffice.
    scope: scopeOf(options, (config) => (needOnlyNames(config.targets) && !comparesToolsets(rules, config) ? "exports" : "everything")),
    targetDefaults: (out: string, { emit }: JsonObject) => {
      const { extension, isCommonJs, runsAsWritten, runtime } = formFor(out);
      return { importExtension: extension, packageType: isCommonJs && (emit === "js" || runsAsWritten) ? "module" : "none", runtime };
    },
    filesIn: (out: string) => recordOf(folderOf(out)),
  };
  return { settings, formFor, forms };
}
