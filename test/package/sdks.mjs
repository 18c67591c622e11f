// Fresh npm projects, each with a version of an SDK that people have: the packed package installs beside it without flags, and a loop runs
// in which a tool that needs approval is called once it was approved, and not before. `npm run test:sdks`; names of programs choose some.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createLog, expectEqual, freshFolder, install, pack, project, withServer } from "./packed.mjs";

/**
 * Versions by the program that is run with them. That the package names no ranges is on purpose: npm holds optional peers, and the peers of
 * those, to what is installed, even where nobody has them. pnpm and Yarn read `peerDependenciesMeta` alone as any version.
 */
const programs = {
  "ai-sdk-4": [{ ai: "4.3.19", zod: "3.25.76" }],
  "ai-sdk-5": [{ ai: "5.0.277", zod: "3.25.76" }],
  "ai-sdk": [
    { ai: "6.0.326", zod: "3.25.76", openai: "6.49.0" },
    { ai: "7.0.173", openai: "6.49.0" },
  ],
  openai: [{ openai: "5.0.1" }, { openai: "6.0.0" }, { openai: "6.49.0" }, { openai: "7.59.0" }],
  anthropic: [{ "@anthropic-ai/sdk": "0.50.1" }, { "@anthropic-ai/sdk": "0.137.0" }, { "@anthropic-ai/sdk": "1.14.0" }],
  gemini: [{ "@google/genai": "1.10.0" }, { "@google/genai": "2.32.0" }, { "@google/genai": "3.3.0" }],
  langchain: [{ "@langchain/core": "0.3.80" }, { "@langchain/core": "1.0.0" }, { "@langchain/core": "1.4.0" }],
  "openai-agents": [{ "@openai/agents": "0.8.5" }, { "@openai/agents": "0.11.8" }, { "@openai/agents": "0.20.0" }],
  mastra: [{ "@mastra/core": "1.0.4" }, { "@mastra/core": "1.71.0" }],
};

const log = createLog();
const chosen = process.argv.slice(2);
const { tarball } = pack();
log("packed");
const failures = [];
for (const [program, sets] of Object.entries(programs)) {
  if (chosen.length > 0 && !chosen.includes(program)) continue;
  for (const packages of sets) await attempt(program, packages);
}
if (failures.length > 0) throw new Error(failures.join("\n\n"));

async function attempt(program, packages) {
  const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  try {
    await tryProgram(program, packages);
    log(`${named.join(", ")}: installs, and ${program}.mjs runs`);
  } catch (error) {
    failures.push(`${named.join(", ")}: ${error.message}`);
    log(`${named.join(", ")}: FAILED`);
  }
}

async function tryProgram(program, packages) {
  const dependencies = packages;
  const folder = freshFolder(`sdk-${program}`, {
    "package.json": { name: `with-${program}`, private: true, type: "module", dependencies },
  });
  cpSync(join(project, "test/package/sdks"), folder, { recursive: true });
  install(folder, []);
  install(folder, [tarball]);
  const { status, arrived } = await withServer({ id: 7 }, (address) => [`${program}.mjs`, address], { cwd: folder });
  expectEqual({ status, arrived: arrived.sort() }, { status: 0, arrived: ["DELETE /items/7", "GET /items/7"] }, "The loop");
  rmSync(folder, { recursive: true });
}
