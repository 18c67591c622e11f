// Sends or receives a file of `bytes` in a process of its own, and prints the memory that this took.
import { readFileSync, statSync } from "node:fs";
import { files } from "@toolsetc/runtime/files";
import { toolsOf } from "@toolsetc/runtime/manifest";

const [direction, manifest = "", folder = "", name = "", maxBytes = ""] = process.argv.slice(2);
const store = files({ folders: [folder], maxBytes: Number(maxBytes) });
const tools = store.bind(toolsOf(JSON.parse(readFileSync(manifest, "utf8"))));
/** @param {string} id */
const toolOf = (id) => tools.find((tool) => tool.id === id);

/** @param {string} file */
const send = (file) => toolOf("addPhoto")?.execute({ title: "t", photo: { file } }, { deadline: 600_000 });
const receive = () => toolOf("getExport")?.execute({}, { deadline: 600_000 });

// A process that has sent and received something small is idle.
await send("small.bin");
if (direction === "download") await receive();
const idle = process.memoryUsage.rss();
let peak = idle;
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const result = direction === "upload" ? await send(name) : await receive();
clearInterval(timer);
peak = Math.max(peak, process.memoryUsage.rss());
const size = direction === "upload" ? statSync(`${folder}/${name}`).size : result.size;
process.stdout.write(JSON.stringify({ idle, peak, size }));
