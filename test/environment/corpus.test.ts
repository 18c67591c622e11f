import { describe, expect, test } from "vitest";
import { environmentText, exportEnvironment } from "../../src/environment/export.ts";
import { importEnvironment } from "../../src/environment/import.ts";
import { environmentMatrix } from "../../src/environment/matrix.ts";
import { resolve } from "../../src/environment/resolve.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Host } from "../../src/project/load.ts";
import { applyEdits } from "../../src/source/edit.ts";
import { apps, appsNamed } from "../corpus/corpus.ts";
import { loadFrom, summaryOf } from "./loaded.ts";

const everything = { environment: undefined, set: new Map<string, string>() };
const exporting = { extensions: true, environment: undefined, environmentFile: undefined };

/** Apps with a value for each placeholder: how many there are in toolsets, in how many files they stand with the others, and one of them. */
const filled = [
  { app: "travel_desk", placeholders: 6, toolsets: 2, files: 4, example: ["hotels", "https://hotels.example"] },
  {
    app: "hites-dev-cxas-smart-agent",
    placeholders: 18,
    toolsets: 8,
    files: 14,
    example: ["valida_rut", "https://validarut-webhook-751016191549.us-central1.run.app"],
  },
].flatMap((each) => appsNamed([each.app]).map(({ folder }) => ({ ...each, folder })));

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

describe.each(filled)("the app $app", ({ folder, placeholders, toolsets, files, example }) => {
  test("has a value in its environment for each placeholder", async () => {
    const { project, definitions } = await loadFrom(createHost(folder));
    const { value, diagnostics } = resolve(definitions, project, everything);
    expect(summaryOf(diagnostics)).toEqual([]);
    const urls = value.flatMap(({ definition, environments }) =>
      [...environments].map(([name, overlay]) => [definition.name, name, JSON.stringify(overlay)]),
    );
    const [name, url] = example;
    expect(urls.length).toBe(toolsets);
    expect(urls).toContainEqual([name, "default", JSON.stringify({ openApiToolset: { url } })]);
    const matrix = environmentMatrix(definitions, project, everything);
    expect(matrix.rows.length).toBe(placeholders);
    expect(matrix.rows.every(({ values }) => values.get("default")?.state === "given")).toBe(true);
  });

  test("without its environment has errors at the `url:` lines and warnings elsewhere", async () => {
    const host = changed(createHost(folder), new Map([["environment.json", undefined]]));
    const { project, definitions } = await loadFrom(host);
    const { value, diagnostics } = resolve(definitions, project, everything);
    const summary = summaryOf(diagnostics);
    expect(value.filter(({ definition }) => definition.kind === "openapi")).toEqual([]);
    expect(
      summary.filter((line) => /^error unresolved-placeholder toolsets\/\w+\/open_api_toolset\/open_api_schema.yaml:[347]$/.test(line))
        .length,
    ).toBe(toolsets);
    expect(summary.filter((line) => /^warning unresolved-placeholder-elsewhere (app.json|tools\/)/.test(line)).length).toBe(
      placeholders - toolsets,
    );
    expect(summary.length).toBe(placeholders);
  });

  test("has the same bytes after import and export", async () => {
    const host = createHost(folder);
    const before = await loadFrom(host);
    const texts = applyEdits(importEnvironment(before.definitions, before.project, everything).value);
    expect(texts.size).toBe(files);
    expect([...texts.values()].join("")).not.toContain("$env_var");
    const withoutValues = changed(host, new Map<string, string | undefined>([...texts, ["environment.json", undefined]]));
    const after = await loadFrom(withoutValues);
    const exported = exportEnvironment(after.definitions, after.project, { ...exporting, extensions: false });
    expect(summaryOf(exported.diagnostics)).toEqual([]);
    expect(exported.value.environmentFiles.get("environment.json")).toEqual(before.project.files.get("environment.json")?.data);
    for (const [path, text] of applyEdits(exported.value.edits)) expect(text, path).toBe(before.project.files.get(path)?.source.text);
    expect(exported.value.edits.length).toBe(placeholders);
  });
});

describe("each app of the corpus", () => {
  test.each(apps)("has the same bytes after export and import: $name", async ({ name: app, folder }) => {
    const host = createHost(folder);
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
