import { isRecord } from "../json.ts";
import type { InputExample } from "../projection/project-examples.ts";
import { exampleText } from "../schema/example-text.ts";
import type { Issue } from "../schema/standard-schema.ts";

/**
 * Appends the valid member of one of the examples to the message of an issue, unless the message already has an example or lists the
 * valid values. `examples` are complete valid inputs; tools of an earlier version of this library have none.
 */
export function withExample(issue: Issue, examples: readonly InputExample[] | undefined): Issue {
  const { message, path } = issue;
  if (examples === undefined || / For example: | must be one of /.test(message)) return issue;
  const value = examples.map((example) => valueAt(example, path)).find((each) => each !== undefined);
  return { ...issue, message: `${message}${exampleText(path.at(-1), value)}` };
}

/** The value at a path in an example. If an array of the example has no item at the index of the path, its first item is used. */
function valueAt(example: unknown, path: Issue["path"]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return typeof key === "number" ? (value[key] ?? value[0]) : undefined;
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, example);
}
