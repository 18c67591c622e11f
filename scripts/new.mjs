// Writes the files and the places of a new rule, target, adapter or flag of `compile`: `npm run new -- rule model/missing-unit`. Tests
// fail until what the files say with TODO is done, and they name it.
import { fileURLToPath } from "node:url";
import { RefusedScaffold, writeScaffold } from "./new/write-scaffold.mjs";

try {
  console.log(writeScaffold(process.argv.slice(2), fileURLToPath(new URL("..", import.meta.url))));
} catch (error) {
  if (!(error instanceof RefusedScaffold)) throw error;
  console.error(error.message);
  process.exit(2);
}
