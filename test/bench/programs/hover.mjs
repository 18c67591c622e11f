// Opens a file in TypeScript's server for editors, and asks for the hover at the end of a text in it. Prints how long the first answer took,
// and what the server took in all.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [server = "", file = "", at = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "bench-hover-"));
const report = join(folder, "usage.json");
const reporter = new URL("report-usage.mjs", import.meta.url).href;
const child = spawn(process.execPath, ["--import", reporter, server, "--disableAutomaticTypingAcquisition"], {
  env: { ...process.env, BENCH_REPORT: report },
  stdio: ["pipe", "pipe", "inherit"],
});
const text = readFileSync(file, "utf8");
const position = text.indexOf(at) + at.length - 1;
const before = text.slice(0, position).split("\n");

const started = performance.now();
send(1, "open", { file, fileContent: text });
send(2, "quickinfo", { file, line: before.length, offset: (before.at(-1)?.length ?? 0) + 1 });
const answer = await answerTo(2);
const seconds = (performance.now() - started) / 1000;
if (!answer.success) throw new Error(`There is no hover: ${JSON.stringify(answer)}`);
send(3, "exit", {});
await new Promise((resolve) => child.once("exit", resolve));
const { maxRSS, cpu } = JSON.parse(readFileSync(report, "utf8"));
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ seconds, cpu: cpu / 1e6, megabytes: maxRSS / 1024 }));

/** @type {(seq: number, command: string, args: object) => void} */
function send(seq, command, args) {
  child.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
}

/** @type {(request: number) => Promise<{ success: boolean }>} */
async function answerTo(request) {
  let output = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    // Each message is one line, after its header.
    for (const line of output.split("\n").slice(0, -1)) {
      if (!line.startsWith("{")) continue;
      const message = JSON.parse(line);
      if (message.type === "response" && message.request_seq === request) return message;
    }
  }
  throw new Error(`The server ended without an answer: ${output.slice(-500)}`);
}
