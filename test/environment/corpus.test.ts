import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentText, exportEnvironment } from "../../src/environment/export.ts";
import { importEnvironment } from "../../src/environment/import.ts";
import { environmentMatrix } from "../../src/environment/matrix.ts";
import { resolve } from "../../src/environment/resolve.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Host } from "../../src/project/load.ts";
import { applyEdits } from "../../src/source/edit.ts";
import { corpus, hasCorpus } from "../corpus.ts";
import { loadFrom, summaryOf } from "./loaded.ts";

const everything = { environment: undefined, set: new Map<string, string>() };
const exporting = { extensions: true, environment: undefined, environmentFile: undefined };
const hites = "ces/jcrojasv-google__hites-cx-agents/hites-dev-cxas-smart-agent";

/** A host over another in which some files have other texts, and some are not there. */
function changed(host: Host, texts: ReadonlyMap<string, string | undefined>): Host {
  return {
    read: async (path) => {
      if (!texts.has(path)) return host.read(path);
      const text = texts.get(path);
      return text === undefined ? "absent" : new TextEncoder().encode(text);
    },
    list: async () =>
      [...new Set([...(await host.list()), ...texts.keys()])].filter((path) => !texts.has(path) || texts.get(path) !== undefined),
  };
}

describe.skipIf(!hasCorpus)("the app with eight toolsets", () => {
  test("has a value for each of its 18 placeholders", async () => {
    const { project, definitions } = await loadFrom(createHost(corpus(hites)));
    const { value, diagnostics } = resolve(definitions, project, everything);
    expect(summaryOf(diagnostics)).toEqual([]);
    const urls = value.flatMap(({ definition, environments }) =>
      [...environments].map(([name, overlay]) => [definition.name, name, JSON.stringify(overlay)]),
    );
    expect(urls.length).toBe(8);
    expect(urls).toContainEqual([
      "valida_rut",
      "default",
      `{"openApiToolset":{"url":"https://validarut-webhook-751016191549.us-central1.run.app"}}`,
    ]);
    const matrix = environmentMatrix(definitions, project, everything);
    expect(matrix.rows.length).toBe(18);
    expect(matrix.rows.every(({ values }) => values.get("default")?.state === "given")).toBe(true);
  });

  test("without its environment has eight errors at the `url:` lines and ten warnings elsewhere", async () => {
    const host = changed(createHost(corpus(hites)), new Map([["environment.json", undefined]]));
    const { project, definitions } = await loadFrom(host);
    const { value, diagnostics } = resolve(definitions, project, everything);
    const summary = summaryOf(diagnostics);
    expect(value.filter(({ definition }) => definition.kind === "openapi")).toEqual([]);
    expect(
      summary.filter((line) => /^error unresolved-placeholder toolsets\/\w+\/open_api_toolset\/open_api_schema.yaml:7$/.test(line)).length,
    ).toBe(8);
    expect(summary.filter((line) => /^warning unresolved-placeholder-elsewhere (app.json|tools\/)/.test(line)).length).toBe(10);
    expect(summary.length).toBe(18);
  });

  test("is filled by import, and export brings back every byte and every value", async () => {
    const host = createHost(corpus(hites));
    const before = await loadFrom(host);
    const filled = applyEdits(importEnvironment(before.definitions, before.project, everything).value);
    expect(filled.size).toBe(14);
    expect([...filled.values()].join("")).not.toContain("$env_var");
    const withoutValues = changed(host, new Map<string, string | undefined>([...filled, ["environment.json", undefined]]));
    const after = await loadFrom(withoutValues);
    const exported = exportEnvironment(after.definitions, after.project, { ...exporting, extensions: false });
    expect(summaryOf(exported.diagnostics)).toEqual([]);
    expect(exported.value.environmentFiles.get("environment.json")).toEqual(before.project.files.get("environment.json")?.data);
    for (const [path, text] of applyEdits(exported.value.edits)) expect(text, path).toBe(before.project.files.get(path)?.source.text);
    expect(exported.value.edits.length).toBe(18);
  });
});

const apps = hasCorpus
  ? readdirSync(corpus("ces"), { recursive: true, encoding: "utf8" })
      .filter((path) => /(^|\/)app\.(json|yaml)$/.test(path) && existsSync(join(corpus("ces"), path)))
      .map((path) => path.slice(0, path.lastIndexOf("/")))
      .sort()
  : [];

describe.skipIf(!hasCorpus)("every app of the corpus", () => {
  test.each(apps)("%s comes back byte for byte", async (app) => {
    const host = createHost(corpus(`ces/${app}`));
    const before = await loadFrom(host);
    const exported = exportEnvironment(before.definitions, before.project, exporting);
    const texts = new Map<string, string>(applyEdits(exported.value.edits));
    for (const [path, file] of exported.value.environmentFiles) texts.set(path, environmentText(file));
    const after = await loadFrom(changed(host, texts));
    const filled = resolve(after.definitions, after.project, everything).diagnostics.filter(
      ({ code }) => code.startsWith("unused") || code.startsWith("unknown"),
    );
    expect(summaryOf(filled)).toEqual(
      summaryOf(
        resolve(before.definitions, before.project, everything).diagnostics.filter(
          ({ code }) => code.startsWith("unused") || code.startsWith("unknown"),
        ),
      ),
    );
    // Only what the export wrote is put back: what was a placeholder before is one again.
    const written = new Set(exported.value.edits.map(({ origin }) => `${origin.tree.source.path} ${origin.path.join("/")}`));
    const imported = importEnvironment(after.definitions, after.project, everything).value.filter(({ origin }) =>
      written.has(`${origin.tree.source.path} ${origin.path.join("/")}`),
    );
    expect(imported.length).toBe(exported.value.edits.length);
    const restored = applyEdits(imported);
    for (const path of applyEdits(exported.value.edits).keys()) {
      expect(restored.get(path), path).toBe(before.project.files.get(path)?.source.text);
    }
    if (process.env.SHOW_TIMES)
      process.stderr.write(`${app}: ${exported.value.edits.length} exported, ${exported.diagnostics.length} left\n`);
  });
});
