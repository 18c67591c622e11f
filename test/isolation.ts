import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What other test files of the same process would suffer from: replaced modules stay replaced, and a package is loaded in one version. */
const needsProcess = /\bvi\.(?:mock|doMock|hoisted|resetModules)\(|\/ai-sdk-\d\//;

/** What suffers from other files itself: what they left in memory takes processor time too, when garbage is collected. */
const measuresTime = /\/cpu-time\.ts"/;

/** What some tests need beside npm's packages. Their files are named after it, as in `approval.terminal.test.ts`. */
export const specialNeeds = ["browser", "python", "terminal"] as const;

/** All test files, by path. */
export function testFiles(): string[] {
  return filesBelow("test")
    .filter((path) => path.endsWith(".test.ts"))
    .sort();
}

/** Without packages, of which some folders have thousands of files. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, "..", folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? (entry.name === "node_modules" ? [] : filesBelow(path)) : [path];
  });
}

export function textOfTest(path: string): string {
  return readFileSync(join(import.meta.dirname, "..", path), "utf8");
}

export function hasSpecialNeed(path: string): boolean {
  return specialNeeds.some((need) => path.endsWith(`.${need}.test.ts`));
}

/**
 * The test files that need a process of their own, by path. To start a process and load all modules takes most of the time of most
 * files, so every other file shares both. `same-process.ts` fails a file that would disturb the next one.
 */
export function filesAlone(): string[] {
  return filesWith(needsProcess);
}

/** The test files that measure processor time, by path. They share a process with each other only, since they leave little in memory. */
export function filesTimed(): string[] {
  const alone = new Set(filesAlone());
  return filesWith(measuresTime).filter((path) => !alone.has(path));
}

function filesWith(pattern: RegExp): string[] {
  return testFiles()
    .filter((path) => !hasSpecialNeed(path) && !path.endsWith("/isolation.test.ts"))
    .filter((path) => pattern.test(path) || pattern.test(textOfTest(path)));
}
