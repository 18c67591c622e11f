// Starts the built program again and again in one process. The argument is the program; stdin has the starts, and stdout gets what each gave.
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";

const [main] = process.argv.splice(2);
const print = process.stdout.write.bind(process.stdout);
const results = [];
for (const [index, { args, cwd, stdin }] of JSON.parse(readFileSync(0, "utf8")).entries()) {
  process.chdir(cwd);
  process.argv.splice(1, Number.POSITIVE_INFINITY, main, ...args);
  Object.defineProperty(process, "stdin", { value: Readable.from([stdin]), configurable: true });
  process.exitCode = undefined;
  // Each start listens for a closed pipe.
  process.stdout.removeAllListeners("error");
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) process[name].write = writerTo(texts, name);
  // The part of the address after the mark makes it another module, which runs anew.
  await import(`${main}?${index}`);
  results.push({ status: process.exitCode ?? 0, ...texts });
}
process.exitCode = undefined;
print(JSON.stringify(results));

/** What a stream has in place of `write`. */
function writerTo(texts, name) {
  return (chunk, ...more) => {
    texts[name] += chunk;
    more.find((each) => typeof each === "function")?.();
    return true;
  };
}
