import { describe, expect, test } from "vitest";
import { documentTree } from "../../src/project/documents/documents.ts";
import { apps } from "../corpus/corpus.ts";
import { folderHost } from "./folder-host.ts";
import { loadAndCheck } from "./load-texts.ts";

describe("exported and hand-written apps", () => {
  test.each(apps)("all tools, documents and agents of $name are read, without unexpected findings", async ({ folder, files }) => {
    const { project, accepted, others, findings } = await loadAndCheck(folderHost(folder));
    const own = files.filter(({ path }) => !path.endsWith(".tftpl"));
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
