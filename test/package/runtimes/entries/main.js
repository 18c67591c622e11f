// For runtimes that run a file: prints the outcomes, and ends by itself.
import { allOutcomes } from "./program.mjs";

console.log(JSON.stringify(await allOutcomes(JSON.parse(process.argv[2]))));
