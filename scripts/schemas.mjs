// Writes the published JSON Schemas as files into the package: editors read files, and have those of the installed version.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishedSchemas } from "../dist/cli/commands/schema/published-schemas.js";

const folder = fileURLToPath(new URL("../dist/schemas/", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, schema] of publishedSchemas) writeFileSync(`${folder}${name}.schema.json`, `${JSON.stringify(schema)}\n`);
