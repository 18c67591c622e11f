// Ends the process, as a crash does, before the n-th operation that changes a folder: KILL_AT=<n>, KILL_IN=<folder>. With KILL_AT=0, prints
// the number of operations.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { sep } from "node:path";

const { KILL_AT, KILL_IN } = process.env;
let count = 0;
for (const name of ["mkdirSync", "mkdtempSync", "writeFileSync", "renameSync", "rmSync", "rmdirSync", "unlinkSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (String(args[0]).startsWith(KILL_IN + sep) && ++count === Number(KILL_AT)) process.kill(process.pid, "SIGKILL");
    return original(...args);
  };
}
syncBuiltinESMExports();
if (KILL_AT === "0") process.on("exit", () => fs.writeSync(2, `${count}\n`));
