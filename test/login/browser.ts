import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes the address that it is given into a file of its own, whole at once. */
const program = `#!/bin/sh
printf '%s' "$1" > "$0.$$.draft"
mv "$0.$$.draft" "$0.$$.address"
`;

export interface Browser {
  /** The program, for the variable `BROWSER`. */
  readonly path: string;
  readonly close: () => void;
}

/**
 * A browser of a user who is signed in already and consents: it follows the redirects of the page that it is given. The program is a
 * shell script, and this process requests the page: to start Node for it would take most of the time of a login.
 */
export function startBrowser(): Browser {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-browser-"));
  const path = join(folder, "browser");
  writeFileSync(path, program, { mode: 0o755 });
  const seen = new Set<string>();
  const watcher = watch(folder, (_event, name) => {
    if (name === null || !name.endsWith(".address") || seen.has(name)) return;
    seen.add(name);
    fetch(readFileSync(join(folder, name), "utf8")).catch(() => undefined);
  });
  const close = () => {
    watcher.close();
    rmSync(folder, { recursive: true });
  };
  return { path, close };
}
