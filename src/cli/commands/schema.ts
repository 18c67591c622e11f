import { publishedSchemas } from "../../published-schemas.ts";
import { exitCodes } from "../exit-codes.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage-error.ts";

/** Prints one of the published JSON Schemas, or which there are. */
export async function schema(name: string | undefined): Promise<number> {
  const names = [...publishedSchemas.keys()];
  if (name === undefined) {
    print(`${names.join("\n")}\n`);
    return exitCodes.clean;
  }
  const found = publishedSchemas.get(name);
  if (found === undefined) throw new UsageError(`There is no schema "${name}". The schemas are ${names.join(", ")}.`);
  print(`${JSON.stringify(found, null, 2)}\n`);
  return exitCodes.clean;
}
