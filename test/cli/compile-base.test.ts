import { describe, expect, test } from "vitest";
import { compileBase } from "../../src/cli/commands/ci/compile-base.ts";
import { contractsOf, versionOf, withUnchanged } from "../../src/cli/contracts/compared-version.ts";
import { type Compilation, compile } from "../../src/compile.ts";
import { recordReads } from "../../src/host/reads.ts";
import { compileChanged } from "../../src/incremental/compile-changed.ts";
import { defaultSettings, type Settings } from "../../src/settings.ts";
import { memoryHost } from "../compile-texts.ts";

// `ci` compiles the toolsets of a base only where they are different there. What it finds and compares must be what it finds in a base that
// is compiled as a whole.

type Texts = Readonly<Record<string, string>>;

const operation = (id: string, more = "") =>
  `  /${id}: { get: { operationId: ${id}, ${more}responses: { "200": { description: It. } } } }\n`;

function toolset(name: string, operations = operation(`list_${name}`)): Texts {
  return {
    [`${name}.yaml`]: `displayName: ${name}\nopenApiToolset: { openApiSchema: ${name}.openapi.yaml }\n`,
    [`${name}.openapi.yaml`]: `openapi: 3.0.3\ninfo: { title: ${name}, version: "1" }\nservers: [{ url: "https://${name}.example" }]\npaths:\n${operations}`,
  };
}

const project: Texts = {
  "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]\n",
  ...toolset("bank"),
  ...toolset("orders"),
  ...toolset("shop"),
};

/** Compiles a base beside a pull request, and compares the result with a base that is compiled alone. Returns how many toolsets were compiled. */
async function compiled(texts: Texts, baseTexts: Texts, baseline?: string): Promise<readonly (number | undefined)[]> {
  const host = recordReads(memoryHost(texts));
  const given: Settings = { ...defaultSettings, today: "2026-01-01" };
  const settings: Settings = {
    ...given,
    targetDefaults: () => ({ importExtension: "ts" }),
    baseline: baseline === undefined ? "none" : { path: baseline },
  };
  const { compilation, toStore } = await compileChanged(host, settings, () => undefined);
  const counts: (number | undefined)[] = [];
  const onStage: Settings["onStage"] = ({ name, count }) => void (name === "compile" && counts.push(count));
  const base = await compileBase(settings, () => toStore(() => 0))(memoryHost(baseTexts), { ...given, onStage });
  const alone = await compile(memoryHost(baseTexts), given);
  expect(fingerprints(base)).toEqual(fingerprints(alone));
  const present = versionOf({ host, compilation }, "");
  const filled = withUnchanged(versionOf({ host, compilation: base }, "base"), present);
  for (const part of ["contracts", "overlays", "uses", "sources"] as const) expect(filled[part], part).toEqual(contractsOf(alone)[part]);
  expect([...filled.places.keys()].sort()).toEqual(alone.program.toolsets.map(({ name }) => name).sort());
  return counts;
}

function fingerprints(compilation: Compilation): readonly string[] {
  return compilation.findings.map(({ fingerprint }) => fingerprint).sort();
}

describe("`ci --against` compiles in the base", () => {
  test("no toolset if the base equals the project", async () => {
    expect(await compiled(project, project)).toEqual([0]);
  });

  test("only the toolset that is different in the base", async () => {
    expect(await compiled({ ...project, ...toolset("shop", operation("list_shop") + operation("new")) }, project)).toEqual([1]);
  });

  test("only the toolset that is different, also with a baseline", async () => {
    const known = { "known.json": '{ "formatVersion": "1.0", "findings": [] }\n' };
    const changed = { ...project, ...known, ...toolset("shop", operation("new")) };
    expect(await compiled(changed, { ...project, ...known }, "known.json")).toEqual([1]);
  });

  test("all toolsets if the configuration is different in the base", async () => {
    const config = { "toolsetc.yaml": `${project["toolsetc.yaml"]}rules: { missing-description: error }\n` };
    expect(await compiled({ ...project, ...config }, project)).toEqual([3]);
  });

  test("toolsets with errors, whose other tools are not compared", async () => {
    const broken = toolset("bank", operation("list_bank") + operation("bad", "parameters: [{ $ref: '#/none' }], "));
    expect(await compiled({ ...project, ...broken, ...toolset("shop", operation("new")) }, { ...project, ...broken })).toEqual([2]);
  });

  test("all toolsets if one of them would have another name in the base", async () => {
    const renamed = {
      ...project,
      ...toolset("shop"),
      "shop.yaml": "displayName: Orders\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    };
    expect(await compiled(project, renamed)).not.toContain(0);
  });
});
