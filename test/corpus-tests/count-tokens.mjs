// How many tokens the lists of a build's tools have: as the targets write them and as `serve` lists them.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

export const corpus = fileURLToPath(new URL("../../../shared/corpus/openapi", import.meta.url));

/**
 * The tokens of the lists of tools by detail and as served, of the build in a folder, for a document of the corpus.
 * @type {(build: string, file: string, levels: readonly string[]) => Promise<{ [list: string]: number }>}
 */
export async function tokensOf(build, file, levels) {
  const lists = await openaiLists(build, file, levels);
  const served = await servedList(build, file);
  const counts = levels.map((detail) => [detail, sum(lists.get(detail) ?? [])]);
  return { ...Object.fromEntries(counts), tools: lists.get("full")?.length ?? 0, served: sum(served) };
}

/** The tools of the target `openai`, by detail. @type {(build: string, file: string, levels: readonly string[]) => Promise<Map<string, unknown[]>>} */
async function openaiLists(build, file, levels) {
  const { compile } = await import(pathToFileURL(join(build, "dist/index.js")).href);
  const targets = levels.map((detail) => ({ target: "openai", out: detail, ...(detail === "full" ? {} : { detail }) }));
  const read = async (/** @type {string} */ path) =>
    path === "toolsetc.yaml" ? Buffer.from(JSON.stringify({ targets })) : path === file ? readFileSync(join(corpus, path)) : "absent";
  const host = { read, list: async () => ["toolsetc.yaml"] };
  const { outputs } = await compile(host, { input: { kind: "openapi", path: file, include: [], exclude: [] } });
  return new Map(
    outputs.map((/** @type {any} */ { out, files }) => [out, files.flatMap((/** @type {any} */ { text }) => JSON.parse(text).tools)]),
  );
}

/** The tools that `serve` lists by default, in the answer that a client gets. @type {(build: string, file: string) => Promise<unknown[]>} */
async function servedList(build, file) {
  const child = spawn(process.execPath, [join(build, "dist/bin/main.js"), "serve", "--openapi", join(corpus, file)], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (/** @type {object} */ message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "tokens", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 1) {
      send({ method: "notifications/initialized" });
      send({ id: 2, method: "tools/list", params: {} });
    } else if (id === 2) {
      child.stdin.end();
      return result.tools;
    }
  }
  throw new Error(`${file}: the server ended without a list.`);
}

/** A document may quote a token that has a meaning of its own, such as `<|endoftext|>`; here it is text. @type {(tools: readonly unknown[]) => number} */
function sum(tools) {
  return tools.reduce(
    (/** @type {number} */ total, tool) => total + countTokens(JSON.stringify(tool), { disallowedSpecial: new Set() }),
    0,
  );
}
