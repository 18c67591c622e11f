import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a project of GitHub's document twice: as it is, and with 50 changes: descriptions, and parameters that are required now.
 * @type {(folder: string, document: string) => { before: string, after: string }}
 */
export function writeChanged(folder, document) {
  const text = readFileSync(document, "utf8");
  const changed = JSON.parse(text);
  const operations = Object.values(changed.paths).flatMap((item) => Object.values(item).filter(({ responses }) => responses !== undefined));
  for (const [index, operation] of operations
    .filter((_each, at) => at % 20 === 0)
    .slice(0, 50)
    .entries()) {
    if (index % 2 === 0) operation.description = `${operation.description} Changed.`;
    else
      operation.parameters = [...(operation.parameters ?? []), { name: "added", in: "query", required: true, schema: { type: "string" } }];
  }
  return { before: write("before", text), after: write("after", JSON.stringify(changed)) };

  function write(name, content) {
    const path = join(folder, "breaking", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "github.yaml"), "displayName: github\nopenApiToolset: { openApiSchema: github.json }\n");
    writeFileSync(join(path, "github.json"), content);
    writeFileSync(join(path, "toolsetc.yaml"), "{}\n");
    return path;
  }
}
