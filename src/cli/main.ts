#!/usr/bin/env node
import { versionProblem } from "./node-version.ts";

// All other code is loaded after this check, since an older version of Node may be unable to parse or to run it.
const problem = versionProblem(process.versions.node);
if (problem === undefined) await (await import("./start.ts")).start(process.argv.slice(2));
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}
