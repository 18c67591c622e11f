import { expect, test } from "vitest";
import { commit, document, put, run, useRepository } from "./git-project.ts";

// What the configuration of the base extends is that of the base, too, where the repository has it.

const all = "overrides: { shop: { include: [list_items, list_shops] } }\n";
const one = "overrides: { shop: { include: [list_items] } }\n";

useRepository(() => {
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put(
    "toolsets/shop.openapi.yaml",
    `${document}  /shops: { get: { operationId: list_shops, responses: { "200": { description: It. } } } }\n`,
  );
});

const found = async () => {
  const { status, stdout } = await run("breaking", "toolsets", "--against", "HEAD", "--format", "json");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string; message: string }[] };
  return { status, found: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
};
const removed = { status: 1, found: ['removed-tool: "shop_list_shops" was removed.'] };
const unchanged = { status: 0, found: [] };

test("a configuration in the repository that a project extends is read from the compared revision", async () => {
  put("toolsets/toolsetc.yaml", "extends: ../policy/base.yaml\n");
  put("policy/base.yaml", "extends: ../shared.yaml\n");
  put("shared.yaml", all);
  commit("first");
  expect(await found()).toEqual(unchanged);
  put("shared.yaml", one);
  expect(await found()).toEqual(removed);
  // The base has what was extended then, also if the file is now another one, or nothing extends it any more.
  put("toolsets/toolsetc.yaml", one);
  expect(await found()).toEqual(removed);
  commit("second");
  expect(await found()).toEqual(unchanged);
});

test("a package that a project extends is read from the disk, unless the compared revision contains it", async () => {
  put("toolsets/toolsetc.yaml", 'extends: "@acme/policy"\n');
  put("node_modules/@acme/policy/package.json", '{ "name": "@acme/policy", "version": "1.0.0" }\n');
  put("node_modules/@acme/policy/toolsetc.yaml", all);
  put(".gitignore", "node_modules\n");
  commit("first");
  put("node_modules/@acme/policy/toolsetc.yaml", one);
  expect(await found()).toEqual(unchanged);
  put("node_modules/@acme/policy/toolsetc.yaml", all);
  put(".gitignore", "\n");
  commit("with its packages");
  put("node_modules/@acme/policy/toolsetc.yaml", one);
  expect(await found()).toEqual(removed);
});
