import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** The pages that a user reads, by path. Those in docs/diagnostics are generated, and have a test of their own. */
export const userPages = new Map(
  [
    "README.md",
    ...readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("README.md") && !path.includes("node_modules"))
      .map((path) => `examples/${path.replaceAll("\\", "/")}`),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md") && !path.startsWith("diagnostics"))
      .map((path) => `docs/${path.replaceAll("\\", "/")}`),
  ].map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

export interface Block {
  /** The page and the line that it begins at. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of the pages. */
export const blocks: readonly Block[] = [...userPages].flatMap(([path, text]) =>
  Array.from(text.matchAll(/^( *)```(\S*)\n(.*?)^\1```$/gms), ({ index, 1: indent = "", 2: language = "", 3: body = "" }) => ({
    place: `${path}:${text.slice(0, index).split("\n").length + 1}`,
    language,
    text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  })),
);

export function blocksOf(language: string): readonly Block[] {
  return blocks.filter((block) => block.language === language);
}

/** Examples that other tests run, by path, as they stand on a page: the reader decides where the output is. */
export const runExamples = new Map(
  [
    ...readdirSync(join(root, "test/adapters/examples")).map((file) => `test/adapters/examples/${file}`),
    "test/runtime/pages/first-of.ts",
    "test/runtime/waiting/finished.ts",
    "test/adapters/ai-sdk-4/example.ts",
    "test/adapters/ai-sdk-5/example.ts",
    "test/runtime/around/hooks.ts",
    "test/runtime/around/retries.ts",
    "test/runtime/around/telemetry.ts",
    "test/runtime/files/example.ts",
    "test/runtime/oauth/user-logins.ts",
  ].map((path) => [path, readFileSync(join(root, path), "utf8").replaceAll(/"(?:\.\.\/)+generated\//g, '"./generated/')]),
);

export function packageJson(): { name: string; version: string; scripts: object } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}
