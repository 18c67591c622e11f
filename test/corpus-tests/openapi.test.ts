import { describe, expect, test } from "vitest";
import { type Compilation, compile, read } from "../../src/compile.ts";
import type { Finding } from "../../src/findings/finding.ts";
import { createHost } from "../../src/host/disk.ts";
import { listOperations } from "../../src/lower/openapi/select-operations.ts";
import type { Host } from "../../src/project/load.ts";
import type { CompileOptions } from "../../src/settings.ts";
import { optionsOf } from "../compile-texts.ts";
import { openApiDocuments } from "../corpus/corpus.ts";

// At least this share of a document's operations become tools, where all of its files are there.
const share = 0.99;

describe("documents of the project and of the corpus", () => {
  test.each(openApiDocuments)(
    "have a tool for each operation, or an error that names it: $file",
    async ({ folder, file, operations, isWhole }) => {
      const host = createHost(folder);
      const options = optionsOf({ input: { kind: "openapi", path: file, include: [], exclude: [] } });
      const compilation = await compile(host, options);
      const findings = compilation.ungrouped;
      const account = compilation.program.toolsets[0]?.account ?? { operations, tools: 0, failed: operations, excluded: 0 };
      const errors = findings.filter(({ severity }) => severity === "error");

      expect(account.operations).toBe(account.tools + account.failed + account.excluded);
      // An error costs a tool. Where there is no operation, there is nothing that could compile.
      if (account.operations > 0) expect(errors.map(({ code }) => code).length > 0).toBe(account.failed > 0);
      // An operation with TRACE is none that a client can call.
      const callable = operations - findings.filter(({ code }) => code === "unsendable-method").length;
      if (isWhole) expect(account.tools).toBeGreaterThanOrEqual(Math.ceil(callable * share));
      if (account.failed > 0) expect(await namelessFailures(host, { options, compilation, errors })).toEqual([]);
      for (const { mark } of findings) expect(mark.start.line).toBeGreaterThan(0);
    },
  );
});

interface Failures {
  readonly options: CompileOptions;
  readonly compilation: Compilation;
  readonly errors: readonly Finding[];
}

/** The operations that became no tools, and that no error names. */
async function namelessFailures(host: Host, { options, compilation, errors }: Failures): Promise<string[]> {
  const { documents } = await read(host, options);
  const tools = new Set(compilation.program.toolsets.flatMap((toolset) => toolset.tools.map(({ id }) => id)));
  const failed = [...documents.values()].flatMap((document) => listOperations(document)).filter(({ id }) => !tools.has(id));
  expect(failed.length).toBeGreaterThan(0);
  const texts = errors.flatMap(({ message, related }) => [message, ...related.map((note) => note.message)]);
  const named = new Set(errors.flatMap(({ tool }) => tool ?? []));
  return failed
    .filter(({ id, key }) => !named.has(id) && !texts.some((text) => text.includes(`"${id}"`) || text.includes(`"${key}"`)))
    .map(({ key }) => key);
}
