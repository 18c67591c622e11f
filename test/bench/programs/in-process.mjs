// Compiles one document in this process, with the parse of its text beside it. Prints both times in seconds.
import { readFileSync } from "node:fs";

const [entry, document] = process.argv.slice(2);
const text = readFileSync(document, "utf8");
const bytes = readFileSync(document);

const beforeParse = process.hrtime.bigint();
JSON.parse(text);
const parse = Number(process.hrtime.bigint() - beforeParse) / 1e9;

const { compile } = await import(entry);
const host = { read: async (path) => (path === "document.json" ? bytes : "absent"), list: async () => ["document.json"] };
const beforeCompile = process.hrtime.bigint();
await compile(host, { input: { kind: "openapi", path: "document.json", include: [], exclude: [] } });
const compiled = Number(process.hrtime.bigint() - beforeCompile) / 1e9;
console.log(JSON.stringify({ parse, compiled }));
