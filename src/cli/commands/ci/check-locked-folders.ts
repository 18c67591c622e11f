import { join, resolve } from "node:path";
import { compile } from "../../../compile.ts";
import type { Finding } from "../../../findings/finding.ts";
import { readOnce } from "../../../host/read-once.ts";
import { compareText } from "../../../source/text/compare.ts";
import { buildSettings } from "../../build/build-settings.ts";
import { fromRoot, type OpenedProject, open } from "../../project/open.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { withPaths } from "../../report/with-paths.ts";
import { type Check, type Checked, checkChangesSinceLock, checkLock } from "./checks.ts";

export interface LockedFolders {
  readonly checks: readonly Check[];
  /** With paths relative to the root of the project above. */
  readonly findings: readonly Finding[];
}

/**
 * Checks the locks of folders, such as exported apps, below a folder without a configuration. Each folder is compiled as a project of its
 * own, as `toolsetc lock <folder>` compiled it. Breaking changes since the locks are looked for unless there is another base.
 */
export async function checkLockedFolders({ path, opened: above, recorder }: Checked, isBase: boolean): Promise<LockedFolders> {
  const checks: Check[] = [];
  const findings: Finding[] = [];
  for (const folder of await lockedFolders(above)) {
    const below = path === "." ? folder : join(path, folder);
    const inner = recorder.opened(open(below, { allowRoot: above.allowRoot }));
    const opened = { ...inner, host: readOnce(inner.host) };
    const { settings, forms } = buildSettings({}, opened);
    const compilation = await compile(opened.host, { ...settings, readsTexts: () => false });
    recorder.forms(forms);
    const checked = { path: below, opened, compilation, recorder };
    const run = [await checkLock(checked), ...(isBase ? [await checkChangesSinceLock(checked)] : [])];
    checks.push(...run.map((check) => ({ ...check, note: `${below}: ${check.note}`, data: {} })));
    const diagnostics = run.flatMap((check) => check.diagnostics);
    const own = shownFindings({ project: compilation.project, diagnostics });
    findings.push(...own.map((finding) => withPaths(finding, (file) => fromRoot(resolve(opened.root, file), above))));
  }
  return { checks, findings };
}

/**
 * The folders with a lock, without a `/` at the end. Empty if the project has a configuration or a lock at its root, since it is then one
 * project.
 */
async function lockedFolders({ config, input, host }: OpenedProject): Promise<string[]> {
  if (config !== undefined || input.kind !== "project") return [];
  const folders = (await host.list()).flatMap((path) => {
    const [found, folder = ""] = /^(?:(.*)\/)?toolsetc\.lock\/[^/]+\.json$/.exec(path) ?? [];
    return found === undefined ? [] : [folder];
  });
  return folders.includes("") ? [] : [...new Set(folders)].sort(compareText);
}
