import { nearest } from "../../../diagnostic/nearest.ts";
import { exitCodes } from "../../exit-codes.ts";
import { print, printJson } from "../../report/print.ts";
import { UsageError } from "../../usage-error.ts";
import { publishedSchemas } from "./published-schemas.ts";

/** Prints one of the published JSON Schemas, or their names. */
export async function runSchema(name: string | undefined): Promise<number> {
  const names = [...publishedSchemas.keys()];
  if (name === undefined) {
    print(`${names.join("\n")}\n`);
    return exitCodes.clean;
  }
  const found = publishedSchemas.get(name);
  if (found === undefined) {
    const near = nearest(name, names);
    const hint = near === undefined ? `Available: ${names.join(", ")}.` : `Did you mean "${near}"?`;
    throw new UsageError(`There is no schema "${name}". ${hint}`);
  }
  printJson(found);
  return exitCodes.clean;
}
