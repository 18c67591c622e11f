import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findProject } from "../../src/cli/project/find-project.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-find-")));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(process.platform === "win32")(
  "a configuration in a folder that all users may write to is ignored for the folders in it",
  () => {
    const shared = join(folder, "shared");
    mkdirSync(join(shared, "own/inner"), { recursive: true });
    writeFileSync(join(shared, "toolsetc.yaml"), "");
    expect(findProject(join(shared, "own/inner"), undefined)).toEqual({ root: shared, config: join(shared, "toolsetc.yaml") });
    chmodSync(shared, 0o1777);
    expect(findProject(join(shared, "own/inner"), undefined)).toBeUndefined();
  },
);
