import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";
import { compilers, sized } from "../long.ts";

// What a loop over many tools costs the compiler of whoever edits it. Counted and not timed: the count is the same on every machine.

const root = join(import.meta.dirname, "../..");
const loop = `import { generateText, isStepCount, type LanguageModel } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { allTools } from "./generated/toolsets/many/index.ts";

export async function loop(model: LanguageModel, prompt: string) {
  const { tools, toolApproval, repairToolCall } = aiSdk(allTools, { baseUrl: "https://many.example" });
  const { text, steps } = await generateText({ model, tools, toolApproval, repairToolCall, stopWhen: isStepCount(5), prompt });
  return { text, steps };
}
`;

test("tsc makes at most 160 type instantiations a tool for a loop over a toolset through the AI SDK", { timeout: 300_000 }, async () => {
  const added = sized(400);
  const [few, many] = [await instantiations(50), await instantiations(50 + added)];
  // GitHub's 1,223 tools, whose own types cost something too, have 190,000.
  expect((many - few) / added).toBeLessThan(160);
});

async function instantiations(count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-instantiations-"));
  try {
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    const { outputs } = await compileTexts({
      "toolsets/many/many.yaml": "displayName: many\nopenApiToolset: { openApiSchema: ./openapi.json }\n",
      "toolsets/many/openapi.json": JSON.stringify(documentOf(count)),
      "toolsetc.yaml": "targets:\n  - target: typescript\n    out: generated\n    importExtension: ts\n",
    });
    for (const { path, text } of outputs.flatMap(({ files }) => files)) write(`generated/${path}`, text);
    write("loop.ts", loop);
    const paths = {
      "@toolsetc/runtime": [`${root}/src/runtime/index.ts`],
      "@toolsetc/runtime/*": [`${root}/src/runtime/*.ts`],
      "toolsetc/*": [`${root}/src/runtime/adapters/*.ts`],
    };
    const options = { strict: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true };
    const compilerOptions = { target: "es2023", module: "nodenext", lib: ["es2023", "dom", "dom.iterable"], types: [], paths, ...options };
    write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["loop.ts"] }));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const args = [join(root, "node_modules", compilers[0]!, "bin/tsc"), "-p", folder, "--extendedDiagnostics"];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const counted = /^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1];
    if (status !== 0 || counted === undefined) throw new Error(`tsc ended with ${status}: ${stdout.slice(0, 2000)}`);
    return Number(counted);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Operations with an input and an output each; every third changes something. */
function documentOf(count: number): object {
  const operations = Array.from({ length: count }, (_, index) => {
    const schema = { type: "object", properties: { id: { type: "integer" }, [`name_${index}`]: { type: "string" } }, required: ["id"] };
    const responses = { 200: { description: "One.", content: { "application/json": { schema } } } };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const operation = { operationId: `op_${index}`, description: `Operation ${index}.`, parameters, responses };
    return [`/things_${index}/{id}`, { [index % 3 === 0 ? "delete" : "get"]: operation }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Many", version: "1" },
    servers: [{ url: "https://many.example" }],
    paths: Object.fromEntries(operations),
  };
}
