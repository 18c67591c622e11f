import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentTree } from "../../src/project/documents.ts";
import { corpus, hasCorpus } from "../corpus.ts";
import { folderHost } from "./folder-host.ts";
import { loadAndCheck } from "./load-texts.ts";

interface Row {
  readonly path: string;
  readonly kind: string;
  readonly root: string;
}

const rows: readonly Row[] = hasCorpus
  ? readFileSync(corpus("ces/INDEX.tsv"), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"))
      // Folders are called `owner__repository`, where the column of roots says `owner/repository`.
      .map(([path = "", , kind = "", , , root = ""]) => ({ path, kind, root: root.replace("/", "__") }))
  : [];

const apps = [...new Set(rows.map(({ root }) => root))].filter((root) => root !== "");

describe.skipIf(!hasCorpus)("exported and hand-written apps", () => {
  test.each(apps)("%s", async (root) => {
    const { project, accepted, others, findings } = await loadAndCheck(folderHost(corpus(join("ces", root))));
    const own = rows.filter((row) => row.root === root && !row.path.endsWith(".tftpl"));
    const expected = (kind: string) => own.filter((row) => row.kind === kind).length;
    expect(accepted.filter(({ member }) => member === "openApiToolset")).toHaveLength(expected("toolset:openApiToolset"));
    expect(accepted.filter(({ member }) => member === "clientFunction")).toHaveLength(expected("tool:clientFunction"));
    expect(others).toHaveLength(own.filter(({ kind }) => /^tool:(?!clientFunction)/.test(kind)).length);
    for (const definition of accepted)
      if (definition.kind === "openapi") expect(documentTree(definition, project)?.data, definition.name).toBeDefined();
    expect(project.environments).toHaveLength(expected("environment"));
    expect(project.apps.map(({ agents }) => agents.length)).toEqual([expected("agents")]);
    const known = /^(unknown-field-elsewhere|app-without-tools|unrendered-environment)$/;
    expect(
      findings
        .filter(({ code }) => !known.test(code))
        .map(({ code, mark, message }) => `${mark.file}:${mark.start.line} ${code} ${message}`),
    ).toEqual([]);
  });
});
