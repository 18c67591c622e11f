import { ownMember } from "../json.ts";
import type { InputExample } from "../projection/project-examples.ts";
import { exampleText } from "../schema/example-text.ts";
import type { Issue } from "../schema/standard-schema.ts";

/**
 * Appends a valid example of the member, taken from `examples`, to the message of an issue. Messages that already have an example or list
 * the valid values are not changed. `examples` are complete valid inputs; tools that an earlier version of this library generated have
 * none.
 */
export function withExample(issue: Issue, examples: readonly InputExample[] | undefined): Issue {
  const { message, path } = issue;
  if (examples === undefined || / For example: | must be one of /.test(message)) return issue;
  const value = examples.map((example) => valueAt(example, path)).find((each) => each !== undefined);
  return { ...issue, message: `${message}${exampleText(path.at(-1), value)}` };
}

/** The value at a path in an example. If an array in the example has no item at the index in the path, the first item is used. */
function valueAt(example: unknown, path: Issue["path"]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return typeof key === "number" ? (value[key] ?? value[0]) : undefined;
    return ownMember(value, String(key));
  }, example);
}
