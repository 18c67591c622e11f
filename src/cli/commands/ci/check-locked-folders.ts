import { join } from "node:path";
import { compile } from "../../../compile.ts";
import type { Finding } from "../../../diagnostic/report.ts";
import { readOnce } from "../../../host/read-once.ts";
import { compareText } from "../../../source/compare.ts";
import { compileSettings } from "../../compile-settings.ts";
import { type OpenedProject, open } from "../../open.ts";
import { shownFindings } from "../../shown-findings.ts";
import { type Check, type Checked, checkChanges, checkLock } from "./checks.ts";

export interface LockedFolders {
  readonly checks: readonly Check[];
  readonly findings: readonly Finding[];
}

/**
 * Checks the folders below one without a configuration that have a lock, such as exported apps. `toolsetc lock <folder>` wrote each
 * lock as that of a project of its own, so each folder is compiled by itself. `against`: the base of all changes in place of the locks.
 */
export async function checkLockedFolders({ path, opened: above }: Checked, against: string | undefined): Promise<LockedFolders> {
  const checks: Check[] = [];
  const findings: Finding[] = [];
  for (const folder of await lockedFolders(above)) {
    const below = path === "." ? folder : join(path, folder);
    const inner = open(below, {});
    const opened = { ...inner, host: readOnce(inner.host) };
    const compilation = await compile(opened.host, compileSettings({}, opened).settings);
    const checked = { path: below, opened, compilation };
    const own = [await checkLock(checked), ...(against === undefined ? [await checkChanges(checked, undefined)] : [])];
    checks.push(...own.map((check) => ({ ...check, note: `${below}: ${check.note}`, data: {} })));
    const diagnostics = own.flatMap((check) => check.diagnostics);
    findings.push(...shownFindings({ project: compilation.project, diagnostics }, opened));
  }
  return { checks, findings };
}

/** Without a `/` at the end. None if there is a configuration, or if the folder itself has a lock: it is then that of everything below. */
async function lockedFolders({ config, input, host }: OpenedProject): Promise<string[]> {
  if (config !== undefined || input.kind !== "project") return [];
  const folders = (await host.list()).flatMap((path) => {
    const [found, folder = ""] = /^(?:(.*)\/)?toolsetc\.lock\/[^/]+\.json$/.exec(path) ?? [];
    return found === undefined ? [] : [folder];
  });
  return folders.includes("") ? [] : [...new Set(folders)].sort(compareText);
}
