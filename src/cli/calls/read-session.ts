import { camelCase } from "../../definition/node.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Session } from "../../runtime/context.ts";
import { UsageError } from "../usage-error.ts";

const names: readonly (keyof Session)[] = ["projectId", "projectNumber", "location", "appId", "sessionId", "turnIndex"];

/** Parses the values of a CES session, each `<name>=<value>`. A name may be in camel case or in snake case, such as `session_id`. */
export function readSession(given: readonly string[]): Session {
  return Object.fromEntries(given.map(readOne));
}

function readOne(text: string): [keyof Session, string | number] {
  const at = text.indexOf("=");
  const written = at < 1 ? text : text.slice(0, at);
  const name = names.find((each) => each === camelCase(written));
  if (at < 1 || name === undefined) {
    const near = nearest(camelCase(written), names);
    throw new UsageError(
      `--session takes <name>=<value>, not "${text}". ${near === undefined ? `Allowed names: ${names.join(", ")}.` : `Did you mean "${near}"?`}`,
    );
  }
  const value = text.slice(at + 1);
  if (name !== "turnIndex") return [name, value];
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--session turnIndex=<number> takes a whole number, not "${value}".`);
  return [name, Number(value)];
}
