// Keeps a download, prints its handle, and waits for a signal, or ends as the third argument says.
import { readFileSync } from "node:fs";
import { files } from "@toolsetc/runtime/files";
import { toolsOf } from "@toolsetc/runtime/manifest";

const [manifest = "", end] = process.argv.slice(2);
if (end === "listener") process.once("SIGINT", () => setTimeout(() => process.exit(7), 100));
const store = files();
const tools = store.bind(toolsOf(JSON.parse(readFileSync(manifest, "utf8"))));
const { file } = await tools.find((tool) => tool.id === "getExport").execute({});
process.stdout.write(file);
if (end === "throw") throw new Error("The program fails.");
if (end !== "exit") setInterval(() => undefined, 1000);
