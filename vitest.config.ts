import { existsSync, readFileSync, statfsSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import closingLine from "./test/closing-line.ts";
import { filesAlone, filesTimed, specialNeeds } from "./test/isolation.ts";
import { packageEntries } from "./test/package-entries.ts";

// Generated modules name the packages; here they mean their source, as in tsconfig.json.
const resolve = { alias: [...packageEntries].map(([name, file]) => ({ find: new RegExp(`^${name}$`), replacement: file })) };

const everyFile = {
  setupFiles: ["test/fixed-seed.ts"],
  // Commands that tests start keep nothing in the cache of the user; `test/cli/cache.test.ts` gives them another.
  // TypeScript 7 is a program in Go, which ends before it needs to collect its garbage.
  env: { XDG_CACHE_HOME: "/dev/null", GOGC: "off", ...temporaryFolder() },
  // Long, since a busy machine must fail no test.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // With the default of 16 MB, collecting what tests leave takes a twentieth of their processor time more.
  execArgv: ["--max-semi-space-size=64"],
};

/**
 * Where tests make their folders: in memory, if Linux has room for them there and lets programs start. A small file on a disk takes the
 * kernel twenty times as long.
 */
function temporaryFolder(): { readonly TMPDIR?: string } {
  const shared = "/dev/shm";
  if (!existsSync(shared) || !/^tmpfs \/dev\/shm tmpfs (?!\S*\bnoexec\b)/m.test(readFileSync("/proc/mounts", "utf8"))) return {};
  const { bavail, bsize } = statfsSync(shared);
  return bavail * bsize > 2 ** 31 ? { TMPDIR: shared } : {};
}

/** Starting a process and loading the modules anew for each file took half of the processor time of all tests. */
const inOneProcess = { ...everyFile, isolate: false, setupFiles: [...everyFile.setupFiles, "test/same-process.ts"] };

const [alone, timed] = [filesAlone(), filesTimed()];
const special = specialNeeds.map((need) => `test/**/*.${need}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          ...inOneProcess,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...alone, ...timed, ...special],
        },
      },
      { resolve, test: { ...inOneProcess, name: "timed", include: timed } },
      { resolve, test: { ...everyFile, name: "alone", include: alone } },
      // Not of `npm test`: each has a script of its own, and its tests with the tag are in `.ci/run`.
      ...specialNeeds.map((need, index) => ({ resolve, test: { ...everyFile, name: need, include: special.slice(index, index + 1) } })),
    ],
    // A module is compiled again only if its text has changed: half of the time of a single file. `npx vitest --clearCache` empties it.
    experimental: { fsModuleCache: true },
    globalSetup: ["test/announce.ts", "test/current-library.ts"],
    tags: [{ name: "smoke", description: "Shows that what the file needs is there, and used." }],
    reporters: ["default", closingLine],
    // By default, one core is left free, which of two is half. With more workers than cores, two cores take longer.
    maxWorkers: "100%",
  },
});
