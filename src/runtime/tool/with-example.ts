import { isRecord } from "../json.ts";
import type { InputExample } from "../projection/project-examples.ts";
import { exampleText } from "../schema/example-text.ts";
import type { Issue } from "../schema/standard-schema.ts";

/**
 * An issue of an input with the member as one of the examples has it, unless the message already has an example or lists the values.
 * `examples` are inputs that are valid as a whole; tools of an earlier version of this library have none.
 */
export function withExample(issue: Issue, examples: readonly InputExample[] | undefined): Issue {
  const { message, path } = issue;
  if (examples === undefined || / For example: | must be one of /.test(message)) return issue;
  const value = examples.map((example) => valueAt(example, path)).find((each) => each !== undefined);
  return { ...issue, message: `${message}${exampleText(path.at(-1), value)}` };
}

/** The value at a path; for an item that an example does not have, its first item. */
function valueAt(example: unknown, path: Issue["path"]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return typeof key === "number" ? (value[key] ?? value[0]) : undefined;
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, example);
}
