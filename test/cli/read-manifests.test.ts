import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readManifests } from "../../src/cli/project/read-manifests.ts";
import { unwrappedMessages } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-manifests-"));
const openapi = join(folder, "shop.openapi.yaml");
writeFileSync(
  openapi,
  `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /it: { get: { operationId: get_it, parameters: [{ name: a, in: nowhere }], responses: { "200": { description: It. } } } }
`,
);

afterAll(() => rmSync(folder, { recursive: true }));

test("an error about a missing toolset names the command that shows the errors of the document", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await readManifests(".", { openapi, toolset: ["other"], format: "text" });
    expect(unwrappedMessages(written.mock.calls.join(""))).toContain(`\`toolsetc validate --openapi ${openapi}\` shows all errors.`);
  } finally {
    written.mockRestore();
  }
});
