// node test/wire/run.mjs [--only <text>] -- <command …>: runs a generator's contender through the suite and prints what it got wrong.
import { startCommand } from "./command.mjs";
import { runSuite } from "./suite.mjs";

const separator = process.argv.indexOf("--");
const command = separator === -1 ? [] : process.argv.slice(separator + 1);
const options = process.argv.slice(2, separator);
if (command.length === 0) {
  console.error("Usage: node test/wire/run.mjs [--only <text>] -- <command that makes the calls>");
  process.exit(2);
}
const { contender, stop } = startCommand(command);
try {
  const only = options.includes("--only") ? options[options.indexOf("--only") + 1] : "";
  const results = await runSuite(contender, { only });
  for (const { name, source, faults } of results.filter(({ faults }) => faults.length > 0)) {
    console.log(`${name}\n  ${source}`);
    for (const fault of faults) console.log(`  ${fault}`);
  }
  const right = results.filter(({ faults }) => faults.length === 0).length;
  console.log(`${right} of ${results.length} requests are right.`);
  process.exitCode = right === results.length ? 0 : 1;
} finally {
  stop();
}
