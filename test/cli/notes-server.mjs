// An MCP server on stdio with the tools of the file that is its argument.
import { readFileSync } from "node:fs";
import { servePlainly } from "../runtime/plain-server.mjs";

const [file] = process.argv.slice(2);
await servePlainly({ name: "notes", version: "1" }, { "tools/list": () => ({ tools: JSON.parse(readFileSync(file, "utf8")) }) });
